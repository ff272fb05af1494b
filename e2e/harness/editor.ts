import type { Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import type { Invitation, SignatureField, UserFile } from 'shared/contract'
import { listFieldsCall, listInvitationsCall } from 'shared/contract'
import * as v from 'valibot'
import type { OwnerApi } from './api.ts'
import { ownerApi } from './api.ts'
import type { Part } from './ink.ts'
import { makePdf, type PdfPage } from './make-pdf.ts'
import type { Guest } from './people.ts'
import { enter, openEditor, ownerNamed } from './people.ts'
import type { Trazo } from './trazo.ts'
import type { Point } from './viewer.ts'
import { boxOf, middleOf, sheetOf } from './viewer.ts'

export interface EditorJourney {
  readonly api: OwnerApi
  readonly file: UserFile
  readonly filename: string
  open(page: Page): Promise<Locator>
  fields(): Promise<SignatureField[]>
  invitations(): Promise<Invitation[]>
  deleteField(id: number): Promise<void>
}

export const threePages: readonly PdfPage[] = ['Primera', 'Segunda', 'Tercera'].map((text) => ({
  text: `${text} página`,
}))

export const bytesOf = (pages: readonly PdfPage[] | Buffer): Buffer => (Buffer.isBuffer(pages) ? pages : makePdf(pages))

export const contractOf = async (
  trazo: Trazo,
  api: OwnerApi,
  filename: string,
  pages: readonly PdfPage[] | Buffer,
  open: (page: Page) => Promise<void>,
): Promise<EditorJourney> => {
  const file = await api.upload(filename, bytesOf(pages))
  const headers = { Authorization: `Bearer ${api.token}` }
  const get = async (path: string): Promise<unknown> => (await fetch(`${trazo.url}${path}`, { headers })).json()
  return {
    api,
    file,
    filename,
    open: async (page) => {
      await open(page)
      return openEditor(page, filename)
    },
    fields: async () => v.parse(listFieldsCall.reply, await get(`${listFieldsCall.path}?user_file_id=${file.id}`)),
    invitations: async () =>
      v.parse(listInvitationsCall.reply, await get(listInvitationsCall.path.replace(':id', String(file.id)))),
    deleteField: async (id) => {
      await fetch(`${trazo.url}/home/api/signature-fields/${id}/`, { method: 'DELETE', headers })
    },
  }
}

export const aContract = async (
  trazo: Trazo,
  name: string,
  pages: readonly PdfPage[] = threePages,
): Promise<EditorJourney> => {
  const owner = ownerNamed(name)
  const api = await ownerApi(trazo, owner)
  return contractOf(trazo, api, `Contrato ${name}.pdf`, pages, (page) => enter(page, owner))
}

/** Places at 100,100 of the visible page. */
export const placeFor = async (
  editor: Locator,
  guest: Guest,
  whileCarried: () => Promise<void> = async () => undefined,
): Promise<void> => {
  await editor.getByRole('button', { name: 'Firma de Terceros', exact: true }).click()
  await editor.getByLabel('Nombre del firmante').fill(guest.name)
  await editor.getByLabel('Email del firmante').fill(guest.email)
  await editor.getByRole('button', { name: 'Agregar campo' }).click()
  await expect(tabOf(editor, guest.name)).toBeVisible()
  await whileCarried()
  await editor.getByRole('button', { name: 'Colocar después' }).click()
}

export const tabOf = (editor: Locator, name: string): Locator =>
  editor.getByRole('button', { name: new RegExp(`^${name}, .+, (sin guardar|por firmar|firmado)$`) })

export const partOf = async (editor: Locator, name: string): Promise<Part> => {
  const [field, sheet] = [await boxOf(tabOf(editor, name)), await boxOf(sheetOf(editor))]
  return {
    x: (field.x - sheet.x) / sheet.width,
    y: (field.y - sheet.y) / sheet.height,
    width: field.width / sheet.width,
    height: field.height / sheet.height,
  }
}

/** Drags by CSS pixels without release; `letGo` releases. */
export const holdAndMove = async (page: Page, what: Locator, by: Point): Promise<{ letGo: () => Promise<void> }> => {
  const { x, y } = await middleOf(what)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x, y + by.y, { steps: 8 })
  return { letGo: () => page.mouse.up() }
}

export const drag = async (page: Page, what: Locator, by: Point): Promise<void> =>
  (await holdAndMove(page, what, by)).letGo()

export const handleOf = (editor: Locator, name: string): Locator => editor.locator(`[data-handle="${name}"]`)

export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`)
}

/** Fields save themselves, after a pause without changes. */
export const waitForSave = async (editor: Locator): Promise<void> => {
  await expect(editor.getByText('Guardado', { exact: true })).toBeVisible()
  await expect(editor.getByRole('button', { name: /^Guardar posiciones/ })).toHaveCount(0)
}
