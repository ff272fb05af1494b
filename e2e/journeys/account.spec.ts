import type { Locator, Page } from 'playwright/test'
import { type Access, href, mounts, refreshCall } from 'shared/contract'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { mailTo } from '../harness/outbox.ts'
import { enter, logIn, openUserMenu, ownerNamed, register } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { expectFreeToast, toastsOf } from '../harness/toasts.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const codeFor = async (trazo: Trazo, address: string): Promise<string> => {
  const mail = await mailTo(trazo.dataDir, address, /código|contraseña/i)
  const code = mail.text?.match(/\b\d{3}[ -]?\d{3}\b/)?.[0]
  if (!code) throw new Error(`the mail "${mail.subject}" holds no code`)
  return code
}

const greeting = (page: Page) => page.getByRole('heading', { name: 'Hola, Mariela' })
const submit = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true })

test('sections 2 and 9: a user registers, logs out and logs in, and each action opens the right page', async ({
  page,
}) => {
  const owner = ownerNamed('entra-y-sale')
  await register(page, owner)
  await expect(page).toHaveURL(href.dashboard())
  await openUserMenu(page, owner)
  await expect(page.getByRole('banner').getByText(owner.email)).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(href.login())

  await logIn(page, { ...owner, password: 'otra cosa' })
  await expect(toastsOf(page)).toHaveText(['No se pudo iniciar sesión. Verifica tus credenciales.'])
  await expect(page).toHaveURL(href.login())
  await logIn(page, owner)
  await expect(greeting(page)).toBeVisible()
  await page.reload()
  await expect(greeting(page)).toBeVisible()
})

test('section 2: a user replaces a forgotten password with the code from the mail', async ({
  page,
  trazo,
  context,
}) => {
  const owner = ownerNamed('olvidadiza')
  const password = 'pluma nueva 27'
  await ownerApi(trazo, owner)
  await page.goto(href.login())
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByLabel('Email').fill(owner.email)
  await submit(page, 'Enviar código').click()
  await expect(page.getByText('Se ha enviado un código de verificación a tu email')).toBeVisible()
  await expect(page).toHaveURL(href.resetPassword(owner.email))
  await expect(page.getByText(owner.email)).toBeVisible()

  const reset = async (code: string) => {
    await page.getByLabel('Código de verificación').fill(code)
    await page.getByLabel('Nueva contraseña').fill(password)
    await page.getByLabel('Confirmar contraseña').fill(password)
    await submit(page, 'Actualizar contraseña').click()
  }
  const code = await codeFor(trazo, owner.email)
  await reset(code.startsWith('000') ? '111111' : '000000')
  await expect(page.getByRole('alert').first()).toContainText('No se pudo restablecer la contraseña.')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Tu código de Trazo: ${code}`)
  await page.getByRole('button', { name: 'Pegar código' }).click()
  await expect(page.getByLabel('Código de verificación')).toHaveValue(code.replace(/\D/g, ''))
  await submit(page, 'Actualizar contraseña').click()
  await expect(page.getByText('Contraseña actualizada exitosamente')).toBeVisible()
  await expect(page).toHaveURL(href.home())

  await openUserMenu(page, owner)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await logIn(page, owner)
  await expect(toastsOf(page)).toHaveText(['No se pudo iniciar sesión. Verifica tus credenciales.'])
  await logIn(page, { ...owner, password })
  await expect(greeting(page)).toBeVisible()
})

const expectPasteAnswers = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Pegar código' })
  await button.click()
  await expect(page.getByText('No se pudo acceder al portapapeles. Ingresa el código manualmente.')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('hola'))
  await button.click()
  await expect(page.getByText('El contenido del portapapeles no es un código válido de 6 dígitos')).toBeVisible()
}

test('section 2: a user cancels and saves profile changes, and a reload shows the saved values', async ({
  page,
  trazo,
}) => {
  const owner = ownerNamed('perfilada')
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await openUserMenu(page, owner)
  await page.getByRole('link', { name: 'Mi Perfil' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Ciudad').fill('Cartago')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Cartago')).toBeHidden()

  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByLabel('Ciudad')).toHaveValue('')
  await page.getByLabel('Nombre', { exact: true }).fill('Mariela Inés')
  await page.getByLabel('Ciudad').fill('Heredia')
  await submit(page, 'Guardar').click()
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
  await expect(page.getByText('Heredia')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Mariela Inés' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Heredia')).toBeVisible()
})

const table: readonly { readonly path: string; readonly access: Access }[] = mounts

test('section 2: each route redirects anonymous visitors as the route table defines', async ({ page }) => {
  for (const { path, access } of table.filter((mount) => mount.access.kind !== 'everyone')) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page).toHaveURL(access.kind === 'session' ? href.login() : path)
  }
})

test('section 2: each route redirects logged-in users as the route table defines', async ({ page, trazo }) => {
  const owner = ownerNamed('ya-entro')
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(greeting(page)).toBeVisible()
  for (const { path, access } of table.filter((mount) => mount.access.kind !== 'everyone')) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page).toHaveURL(access.kind === 'anonymous' ? access.redirect : path)
  }
})

const expectFirstRuleAlone = async (page: Page): Promise<void> => {
  await expect(page.getByRole('alert')).toHaveText(['El nombre de usuario es requerido'])
  await expect(page.getByLabel('Nombre de usuario')).toBeFocused()
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const size of sampleOf(sizes, 1))
  test(`at ${size.width} px, form messages cover no control and disappear when the user corrects the cause`, async ({
    page,
  }) => {
    const refused = 'No se pudo iniciar sesión. Verifica tus credenciales.'
    await page.setViewportSize(size)
    await logIn(page, { username: 'nadie', password: 'equivocada' })
    await expectFreeToast(page, refused)
    const inForm = page.locator('main').getByRole('alert')
    await page.getByRole('button', { name: 'Cerrar notificación' }).click()
    await expect(toastsOf(page)).toHaveCount(0)
    await expect(inForm).toHaveText(refused)
    await expectAccessible(page)

    await submit(page, 'Iniciar sesión').click()
    await expectFreeToast(page, refused)
    await submit(page, 'Iniciar sesión').click()
    await expect(toastsOf(page)).toHaveCount(1)
    await page.getByLabel('Contraseña', { exact: true }).fill('otra')
    await expect(inForm).toBeHidden()
    await expect(toastsOf(page)).toHaveCount(0)

    await page.goto(href.register())
    await submit(page, 'Crear cuenta').click()
    await expectFreeToast(page, 'El nombre de usuario es requerido')
    await page.getByLabel('Nombre de usuario').fill('ana')
    await expect(toastsOf(page)).toHaveCount(0)
    await submit(page, 'Crear cuenta').click()
    await expectFreeToast(page, 'El nombre es requerido')
  })

const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${target}`)
}

test('by keyboard alone, a user registers, edits the profile, logs out and resets the password', async ({
  page,
  trazo,
}) => {
  const owner = ownerNamed('sin-raton')
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await page.goto(href.register())
  await type('Nombre de usuario', owner.username)
  await type('Nombre', owner.firstName)
  await type('Apellido', owner.lastName)
  await type('Email', owner.email)
  await type('Teléfono', '+506 8888 8888')
  await type('Contraseña', owner.password)
  await type('Confirmar contraseña', owner.password)
  await page.keyboard.press('Enter')
  await expect(greeting(page)).toBeVisible()

  const menu = page.getByRole('banner').getByRole('button', { name: owner.firstName })
  await tabTo(page, menu, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Mi Perfil' }))
  await page.keyboard.press('Enter')
  const edit = page.getByRole('button', { name: 'Editar' })
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await type('Empresa', 'Tinta S. A.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible()
  await expect(edit).toBeFocused()

  await tabTo(page, menu, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Cerrar Sesión' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(href.login())

  await tabTo(page, page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }))
  await page.keyboard.press('Enter')
  await type('Email', owner.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(href.resetPassword(owner.email))
  await type('Código de verificación', await codeFor(trazo, owner.email))
  await type('Nueva contraseña', 'otra tinta 28')
  await type('Confirmar contraseña', 'otra tinta 28')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña actualizada exitosamente')).toBeVisible()
  await expect(page).toHaveURL(href.home())
})

test('section 4: two tabs share the session and the theme', async ({ page, context, trazo }) => {
  const owner = ownerNamed('dos-pestanas')
  await ownerApi(trazo, owner)
  const other = await context.newPage()
  await other.goto(href.home())
  await logIn(page, owner)
  // Opening the dashboard closes menus.
  await expect(greeting(page)).toBeVisible()
  await expect(other.getByRole('banner').getByRole('button', { name: owner.firstName })).toBeVisible()
  await other.goto(href.dashboard())
  await expect(greeting(other)).toBeVisible()

  await other.getByRole('button', { name: /tema/i }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /tema/i }).click()
  await expect(other.locator('html')).not.toHaveAttribute('data-theme')

  await openUserMenu(page, owner)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(other).toHaveURL(href.login())
  await expect(other.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
})

test('section 4: two tabs with expired tokens send one refresh request, and both stay logged in', async ({
  page,
  context,
  trazo,
}) => {
  const owner = ownerNamed('dos-vencidas')
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(greeting(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(href.dashboard())
  await expect(greeting(other)).toBeVisible()

  let refreshes = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === refreshCall.path) refreshes += 1
  })
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('tokens')) ?? ''
    const tokens = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...tokens, created_at: 1 }))
  })
  await Promise.all([page.reload(), other.reload()])
  await expect(greeting(page)).toBeVisible()
  await expect(greeting(other)).toBeVisible()
  expect(refreshes).toBe(1)
})

test.describe('accessibility (axe)', () => {
  test('axe passes the account screens; forms show only the first failing rule; a failed paste shows its reason', async ({
    page,
  }) => {
    const screens = [
      [href.login(), 'Iniciar sesión'],
      [href.register(), 'Crear cuenta'],
      [href.forgotPassword(), 'Enviar código'],
      [href.resetPassword('ana@correo.example'), 'Actualizar contraseña'],
    ] as const
    for (const [path, button] of screens) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expectAccessible(page)
      await submit(page, button).click()
      await expect(page.getByRole('alert')).toBeVisible()
      if (path === href.register()) await expectFirstRuleAlone(page)
      await expectAccessible(page)
    }
    await expectPasteAnswers(page)
    await page.getByLabel('Nueva contraseña').fill('x7Kp2mQz')
    await expect(page.getByText('Aceptable')).toBeVisible()
    await expectAccessible(page)
  })

  test('axe finds no violations on the profile page, in the read view and in the form', async ({ page, trazo }) => {
    const owner = ownerNamed('perfil-accesible')
    await ownerApi(trazo, owner)
    await enter(page, owner, href.profile())
    await expect(page.getByRole('button', { name: 'Editar' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByLabel('Apellido').fill('')
    await submit(page, 'Guardar').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })
})
