import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { href } from 'shared/contract'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { enter, logIn, type Owner, openDocumentMenu, ownerNamed } from '../harness/people.ts'
import { everything } from '../harness/sample.ts'
import { signedByAll } from '../harness/sign-by-api.ts'
import { toastsOf } from '../harness/toasts.ts'
import { expect, test } from '../harness/trazo.ts'

const openSecurity = async (page: Page, owner: Owner): Promise<void> => {
  await enter(page, owner, `${href.profile()}?tab=security`)
  await expect(page.getByRole('heading', { name: 'Tus datos' })).toBeVisible()
}

const proveIdentity = async (page: Page, owner: Owner): Promise<void> => {
  const question = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await question.getByLabel('Tu contraseña').fill(owner.password)
  await question.getByRole('button', { name: 'Continuar' }).click()
}

/** `npm run test:all` saves screenshots for people: both widths, both themes. */
const picture = async (page: Page, name: string): Promise<void> => {
  // Notifications briefly cover page content.
  await expect(page.locator('[id^="notification-"]')).toHaveCount(0)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await expectAccessible(page)
    for (const theme of everything ? ['light', 'dark'] : []) {
      await page.evaluate((next) => document.documentElement.setAttribute('data-theme', next), theme)
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${theme}.png`), fullPage: true })
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('an owner cancels and repeats the download of all account data', async ({ page, trazo }) => {
  const owner = ownerNamed('se-lleva-todo')
  const { file, api } = await aContract(trazo, owner.username)
  await signedByAll(trazo, api, file, [{ name: 'Ana Mora', email: 'ana@datos.example' }])
  await openSecurity(page, owner)
  await expect(page.getByText(/^Tus documentos ocupan [\d,]+ MB de 5 GB\.$/)).toBeVisible()
  await picture(page, 'tus-datos')

  await page.route('**/account/export/', () => undefined)
  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  await proveIdentity(page, owner)
  await picture(page, 'descargando')
  await page.getByRole('button', { name: 'Cancelar descarga' }).click()
  await expect(page.getByText('Descarga cancelada')).toBeVisible()
  await page.unroute('**/account/export/')

  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  const saved = page.waitForEvent('download')
  await proveIdentity(page, owner)
  const download = await saved
  expect(download.suggestedFilename()).toBe('Mis datos de Trazo.zip')
  const zip = readFileSync(await download.path())
  for (const name of ['index.json', 'original.pdf', 'certificado-de-finalizacion.pdf'])
    expect(zip.includes(name), name).toBe(true)
  await expect(page.locator('main').getByText('Se descargaron los datos de la cuenta')).toBeVisible()
})

test('an owner deletes the account with password and user name, and every session ends', async ({
  page,
  browser,
  trazo,
}) => {
  const owner = ownerNamed('se-va')
  await aContract(trazo, owner.username)
  const other = await (await browser.newContext({ baseURL: trazo.url })).newPage()
  await enter(other, owner)
  await openSecurity(page, owner)
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await proveIdentity(page, owner)
  const dialog = page.getByRole('dialog', { name: 'Eliminar tu cuenta' })
  await expect(dialog.getByText('a los 30 días')).toBeVisible()
  await picture(page, 'eliminar-cuenta')
  const name = dialog.getByLabel('Escribe tu nombre de usuario')
  await name.fill('otra persona')
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(dialog.getByText('No es tu nombre de usuario. Escríbelo como aparece arriba.')).toBeVisible()
  await name.fill(owner.username)
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('Eliminamos tu cuenta. Te enviamos un correo que lo confirma.')).toBeVisible()
  const mail = await mailTo(trazo.dataDir, owner.email, /Tu cuenta de Trazo se eliminó/)
  expect(linkIn(mail)).toContain('/privacidad')

  await other.goto(href.profile())
  await expect(other).toHaveURL(href.login())
  await logIn(other, owner)
  await expect(toastsOf(other)).toHaveText(['No se pudo iniciar sesión. Verifica tus credenciales.'])
  await other.context().close()
})

test('the dialog that deletes a document states when the data is erased', async ({ page, trazo }) => {
  const owner = ownerNamed('borra-uno')
  const { file } = await aContract(trazo, owner.username)
  await enter(page, owner)
  const menu = await openDocumentMenu(page, file.original_filename)
  await menu.getByRole('button', { name: 'Eliminar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('se borran a los 30 días')).toBeVisible()
  await expect(dialog.getByText(file.original_filename)).toBeVisible()
  await expectAccessible(page)
})

test('the privacy page states what is stored, and a signer downloads and erases their data', async ({
  page,
  trazo,
}) => {
  const { file, api } = await aContract(trazo, 'privacidad')
  const ana = { name: 'Ana Mora', email: `ana@privacidad-${file.id}.example` }
  const link = await api.invite(file, await api.addField(file, ana), ana)
  await page.goto(href.privacy())
  await expect(page.getByRole('heading', { name: 'Privacidad y tus datos' })).toBeVisible()
  await expect(page.getByText('30 días')).toBeVisible()
  await picture(page, 'privacidad')

  await page.goto(link)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Privacidad y tus datos' }).click()
  const privacy = await opened
  await expect(privacy.getByText(`como ${ana.name} (${ana.email})`)).toBeVisible()
  await picture(privacy, 'tus-datos-de-firmante')
  const saved = privacy.waitForEvent('download')
  await privacy.getByRole('button', { name: 'Descargar mi copia' }).click()
  const zip = readFileSync(await (await saved).path())
  for (const name of ['datos.json', 'documento.pdf', ana.email]) expect(zip.includes(name), name).toBe(true)

  await privacy.getByRole('button', { name: 'Pedir que borren mis datos' }).click()
  await expectAccessible(privacy)
  await privacy.getByRole('button', { name: 'Pedir que los borren' }).click()
  await expect(privacy.getByText('Recibimos tu solicitud')).toBeVisible()
  await expect(privacy.getByText('Borramos tu nombre, tu email')).toBeVisible()
  await picture(privacy, 'borrado')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'La invitación no es válida' })).toBeVisible()
  await privacy.reload()
  await expect(privacy.getByText('Este enlace no da acceso a datos')).toBeVisible()
})
