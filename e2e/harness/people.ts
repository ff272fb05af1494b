import type { APIRequestContext, Locator, Page } from 'playwright/test'
import { expect, test } from 'playwright/test'
import { loginCall } from 'shared/contract/accounts'
import * as v from 'valibot'

export interface Owner {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

export interface Guest {
  readonly name: string
  readonly email: string
}

/** Undefined outside the test runner (benchmarks). */
const runningTest = (): string | undefined => {
  try {
    return test.info().testId
  } catch {
    return undefined
  }
}

/** All tests of a worker share one site. */
const takenBy = new Map<string, string | undefined>()

const freeName = (name: string, test: string | undefined, number = 1): string => {
  const username = number === 1 ? name : `${name}-${number}`
  if (!takenBy.has(username)) takenBy.set(username, test)
  return takenBy.get(username) === test ? username : freeName(name, test, number + 1)
}

/** One user per name and test. */
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

export const logIn = async (
  page: Page,
  { username, password }: Pick<Owner, 'username' | 'password'>,
): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Nombre de usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** Keys of `shared/src/state/storage.ts`. */
const TOKENS = 'trazo.auth-tokens'
const USER = 'trazo.user'

export const sessionOf = async (
  request: APIRequestContext,
  { username, password }: Pick<Owner, 'username' | 'password'>,
) => {
  const answer = await request.post(loginCall.path, { data: { username, password } })
  const { user, ...tokens } = v.parse(loginCall.reply, await answer.json())
  const localStorage = [
    { name: TOKENS, value: JSON.stringify({ ...tokens, created_at: Math.floor(Date.now() / 1000) }) },
    { name: USER, value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin: new URL(answer.url()).origin, localStorage }] }
}

export const enter = async (
  page: Page,
  owner: Pick<Owner, 'username' | 'password'>,
  path = '/dashboard',
): Promise<void> => {
  await page.context().setStorageState(await sessionOf(page.request, owner))
  await page.goto(path)
}

export const openUserMenu = (page: Page, owner: Pick<Owner, 'firstName'>): Promise<void> =>
  page.getByRole('banner').getByRole('button', { name: owner.firstName }).click()

export const upload = async (page: Page, file: { name: string; bytes: Buffer }): Promise<void> => {
  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: file.name, mimeType: 'application/pdf', buffer: file.bytes })
  await page.getByRole('button', { name: 'Subir Documento' }).click()
  await expect(page.getByText('Archivo subido exitosamente')).toBeVisible()
  await leaveEditor(page, file.name)
  await expect(card(page, file.name)).toBeVisible()
}

export const leaveEditor = async (page: Page, filename: string): Promise<void> => {
  const editor = page.getByRole('dialog', { name: `Documento: ${filename}` })
  await editor.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(editor).toBeHidden()
}

export const card = (page: Page, filename: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: filename, exact: true }) })

/** In cards and in the list view. */
export const openDocumentMenu = async (page: Page, filename: string): Promise<Locator> => {
  await page.getByRole('button', { name: `Acciones de ${filename}`, exact: true }).click()
  const menu = page.getByRole('group', { name: `Acciones de ${filename}`, exact: true })
  await expect(menu).toBeVisible()
  return menu
}

export const openEditor = async (page: Page, filename: string): Promise<Locator> => {
  await page.getByRole('button', { name: filename, exact: true }).click()
  const editor = page.getByRole('dialog', { name: `Documento: ${filename}` })
  // The last match: the document may contain the same words.
  await expect(editor.getByText(/Página 1 de \d+/).last()).toBeVisible()
  // The strip of pages has pictures, too.
  await expect(editor.getByRole('img', { name: /^Página \d+ de/ }).locator('canvas')).toBeVisible()
  return editor
}

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
  // Alt disables snapping.
  await page.keyboard.down('Alt')
  await page.mouse.move(before.x + before.width / 2 + drag.x, before.y + before.height / 2 + drag.y, { steps: 8 })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  const after = await placeOf(field)
  // A new field's centre may lie between pixels.
  expect(Math.abs(after.x - before.x - drag.x)).toBeLessThanOrEqual(1)
  expect(Math.abs(after.y - before.y - drag.y)).toBeLessThanOrEqual(1)
}

export const fieldOf = (scope: Locator, guest: Guest): Locator =>
  scope.getByRole('button', { name: new RegExp(`${guest.name}, .+, (sin guardar|por firmar|firmado)$`) })

const placeOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element has no place on the screen')
  return box
}

export const drawSignature = async (page: Page, within: Pick<Page, 'getByRole'> = page): Promise<void> => {
  const canvas = within.getByRole('img', { name: /dibujar tu(?: firma|s iniciales)/ })
  await expect(canvas).toBeVisible()
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
  await expect(within.getByRole('img', { name: /^Tu(?: firma dibujada|s iniciales dibujadas)$/ })).toBeVisible()
}

/** A slow second click would meet the sheet that the first one opens. */
export const openField = async (field: Locator): Promise<void> => {
  await field.hover({ trial: true })
  await field.dispatchEvent('dblclick')
}

/** The field's page must be visible. */
export const signAsGuest = async (page: Page, guest: Guest): Promise<void> => {
  await openField(fieldOf(page.locator('main'), guest))
  await drawSignature(page)
  await page.getByRole('button', { name: 'Firmar documento' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
  await expect(confirmation).toBeVisible()
  await expect(confirmation).toContainText(guest.name)
  await expect(confirmation).toContainText('Trazo Platform CA')
  await expect(confirmation).toContainText('Formato PAdES (nivel B-T)')
}

export const downloaded = async (page: Page, trigger: Locator): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), trigger.click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
