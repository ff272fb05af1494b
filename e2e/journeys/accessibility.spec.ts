import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { fieldOf, type Guest, openEditor, ownerNamed, upload } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

const pdf = makePdf([{ text: 'Contrato de arrendamiento' }])
test('axe finds nothing on the pages for visitors', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/no-existe', '/document', '/color-palette']) {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('axe finds nothing on dashboard, upload, editor and invitation', async ({ page, trazo }) => {
  const owner = ownerNamed('accesible')
  await ownerApi(trazo, owner)
  await page.goto('/login')
  await page.getByLabel('Nombre de usuario').fill(owner.username)
  await page.getByLabel('Contraseña', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await expectAccessible(page)
  await upload(page, { name: 'Contrato.pdf', bytes: pdf })
  await expectAccessible(page)
  // Two notifications would cover buttons,
  // so axe would report their size.
  await expect(page.locator('[id^="notification-"]')).toHaveCount(0)
  const editor = await openEditor(page, 'Contrato.pdf')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Firma de Terceros', exact: true }).click()
  await editor.getByLabel('Nombre del firmante').fill('Ana Mora')
  await editor.getByLabel('Email del firmante').fill('ana@invitada.example')
  await editor.getByRole('button', { name: 'Agregar campo' }).click()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Guardar posiciones (1)' }).click()
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  await expect(page.getByRole('button', { name: 'Enviar invitación' })).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing on the guest page and its dialog', async ({ page, trazo }) => {
  const guest: Guest = { name: 'Luis Araya', email: 'luis-axe@invitado.example' }
  const api = await ownerApi(trazo, ownerNamed('accesible-2'))
  const file = await api.upload('Contrato.pdf', pdf)
  await page.goto(await api.invite(file, await api.addField(file, guest), guest))
  await expect(page.locator('main canvas').first()).toBeVisible()
  await expectAccessible(page)
  await fieldOf(page.locator('main'), guest).dblclick()
  await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
  await expectAccessible(page)
})

test('people who prefer reduced motion get as long to read a notification as everyone', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  const bar = page.locator('.toast-timer')
  await expect(bar).toHaveCSS('animation-duration', '5s')
})

test('with reduced motion a theme changes every colour at once: nothing is on its way, at any depth', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.locator('h1').first()).toBeVisible()
  const moving = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(moving).toBe(0)
})
