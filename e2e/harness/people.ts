import type { Locator, Page } from 'playwright/test'
import { expect, test } from 'playwright/test'
import { loginCall } from 'shared/contract/accounts'
import * as v from 'valibot'

/** Someone with an account. */
export interface Owner {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

/** Someone who is invited to sign. */
export interface Guest {
  readonly name: string
  readonly email: string
}

/** The test that runs; undefined outside the test runner, where benchmarks make their own site. */
const runningTest = (): string | undefined => {
  try {
    return test.info().testId
  } catch {
    return undefined
  }
}

/** Who took a name first on this worker's site, which all its journeys share. */
const takenBy = new Map<string, string | undefined>()

const freeName = (name: string, test: string | undefined, number = 1): string => {
  const username = number === 1 ? name : `${name}-${number}`
  if (!takenBy.has(username)) takenBy.set(username, test)
  return takenBy.get(username) === test ? username : freeName(name, test, number + 1)
}

/** The same person for the same name in one test, somebody else in another. */
export const ownerNamed = (name: string): Owner => {
  const username = freeName(name, runningTest())
  return {
    username,
    firstName: 'Mariela',
    lastName: 'Solís',
    email: `${username}@correo.example`,
    password: 'tinta y papel 26',
  }
}

/** Fills in the registration and waits for the dashboard. */
export const register = async (page: Page, owner: Owner): Promise<void> => {
  await page.goto('/register')
  await page.getByLabel('Nombre de usuario').fill(owner.username)
  await page.getByLabel('Nombre', { exact: true }).fill(owner.firstName)
  await page.getByLabel('Apellido').fill(owner.lastName)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Teléfono').fill('+506 8888 8888')
  await page.getByLabel('Contraseña', { exact: true }).fill(owner.password)
  await page.getByLabel('Confirmar contraseña').fill(owner.password)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByText('¡Cuenta creada exitosamente! Redirigiendo...')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
}

/** Fills in the login and sends it. */
export const logIn = async (
  page: Page,
  { username, password }: Pick<Owner, 'username' | 'password'>,
): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Nombre de usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** As `shared/src/state/storage.ts` names the items of a session. */
const TOKENS = 'trazo.auth-tokens'
const USER = 'trazo.user'

/** Opens the dashboard with a session of its own. The form of the login has journeys of its own. */
export const enter = async (
  page: Page,
  { username, password }: Pick<Owner, 'username' | 'password'>,
): Promise<void> => {
  const answer = await page.request.post(loginCall.path, { data: { username, password } })
  const { user, ...tokens } = v.parse(loginCall.reply, await answer.json())
  const localStorage = [
    { name: TOKENS, value: JSON.stringify({ ...tokens, created_at: Math.floor(Date.now() / 1000) }) },
    { name: USER, value: JSON.stringify(user) },
  ]
  await page
    .context()
    .setStorageState({ cookies: [], origins: [{ origin: new URL(answer.url()).origin, localStorage }] })
  await page.goto('/dashboard')
}

/** Opens the header's menu of who is logged in. */
export const openUserMenu = (page: Page, owner: Pick<Owner, 'firstName'>): Promise<void> =>
  page.getByRole('banner').getByRole('button', { name: owner.firstName }).click()

/** Uploads a PDF from the dashboard and waits for its card. */
export const upload = async (page: Page, file: { name: string; bytes: Buffer }): Promise<void> => {
  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: file.name, mimeType: 'application/pdf', buffer: file.bytes })
  await page.getByRole('button', { name: 'Subir Documento' }).click()
  await expect(page.getByText('Archivo subido exitosamente')).toBeVisible()
  await expect(card(page, file.name)).toBeVisible()
}

/** The card of a document in the list. */
export const card = (page: Page, filename: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: filename, exact: true }) })

/** Opens a document of the list in the editor. */
export const openEditor = async (page: Page, filename: string): Promise<Locator> => {
  await page.getByRole('button', { name: filename, exact: true }).click()
  const editor = page.getByRole('dialog', { name: `Documento: ${filename}` })
  // The last: a document may say the same in its own text, which lies before the toolbar.
  await expect(editor.getByText(/Página 1 de \d+/).last()).toBeVisible()
  await expect(editor.locator('canvas')).toBeVisible()
  return editor
}

/** Adds a third-party field on the page that is on show and drags it by this much, in CSS pixels. */
export const addField = async (page: Page, editor: Locator, guest: Guest, drag: { x: number; y: number }) => {
  const tool = editor.getByRole('button', { name: 'Firma de Terceros', exact: true })
  if (!(await tool.isVisible())) await editor.getByRole('button', { name: 'Editar' }).click()
  await tool.click()
  await editor.getByLabel('Nombre del firmante').fill(guest.name)
  await editor.getByLabel('Email del firmante').fill(guest.email)
  await editor.getByRole('button', { name: 'Agregar campo' }).click()
  const field = fieldOf(editor, guest)
  await expect(field).toBeVisible()
  const before = await placeOf(field)
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  // With Alt nothing pulls the field to its neighbours.
  await page.keyboard.down('Alt')
  await page.mouse.move(before.x + before.width / 2 + drag.x, before.y + before.height / 2 + drag.y, { steps: 8 })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  const after = await placeOf(field)
  expect(Math.round(after.x - before.x)).toBe(drag.x)
  expect(Math.round(after.y - before.y)).toBe(drag.y)
}

export const fieldOf = (scope: Locator, guest: Guest): Locator =>
  scope.getByRole('button', { name: new RegExp(`${guest.name}, .+, (sin guardar|por firmar|firmado)$`) })

const placeOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element has no place on the screen')
  return box
}

/** Draws a signature in the open dialog, as a hand would. */
export const drawSignature = async (page: Page): Promise<void> => {
  const canvas = page.getByRole('img', { name: /dibujar tu firma/ })
  await expect(canvas).toBeVisible()
  // On a phone the dialog slides in from below: its place counts once it rests.
  await canvas.hover({ trial: true })
  const { x, y, width, height } = await placeOf(canvas)
  const at = (fx: number, fy: number) => page.mouse.move(x + width * fx, y + height * fy, { steps: 6 })
  await at(0.2, 0.6)
  await page.mouse.down()
  await at(0.3, 0.25)
  await at(0.38, 0.7)
  await at(0.5, 0.35)
  await at(0.62, 0.65)
  await at(0.8, 0.45)
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Tu firma dibujada' })).toBeVisible()
}

/**
 * Signs as a guest whose page is open, by a double click on the field; ends on the confirmation with the certificate.
 * Before that, the field's page has to be on show.
 */
export const signAsGuest = async (page: Page, guest: Guest): Promise<void> => {
  await fieldOf(page.locator('main'), guest).dblclick()
  await drawSignature(page)
  await page.getByRole('button', { name: 'Firmar documento' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
  await expect(confirmation).toBeVisible()
  await expect(confirmation).toContainText(guest.name)
  await expect(confirmation).toContainText('Trazo Platform CA')
  await expect(confirmation).toContainText('Formato PAdES (nivel B-T)')
}

/** Clicks what starts a download and answers the bytes. */
export const downloaded = async (page: Page, trigger: Locator): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), trigger.click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
