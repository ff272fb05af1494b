import type { Locator, Page } from 'playwright/test'
import { readStoredZip } from '../../api/offline-verifier/read-zip.ts'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { dropOnPage, type LocalFile, pdfFile } from '../harness/bring-file.ts'
import { placeFor, waitForSave } from '../harness/editor.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { linkIn, mailTo, readOutbox } from '../harness/outbox.ts'
import { card, downloaded, enter, type Guest, leaveEditor, openDocumentMenu, ownerNamed } from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const notes: LocalFile = { name: 'notas.txt', mimeType: 'text/plain', bytes: Buffer.from('hola') }
const pdf = (name: string): LocalFile => pdfFile(`${name}.pdf`, makePdf([{ text: name }]))
const guestsOf = (journey: string): readonly [Guest, Guest] => [
  { name: 'Ana Mora', email: `ana@${journey}.example` },
  { name: 'Luis Araya', email: `luis@${journey}.example` },
]

const question = (page: Page): Locator => page.getByRole('dialog', { name: '¿Van juntos?' })
const editorOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Documento: ${name}.pdf` })
const stripOf = (editor: Locator): Locator => editor.getByRole('navigation', { name: 'Documentos del envío' })
const links = (editor: Locator): Locator => stripOf(editor).getByRole('link')
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Invitar a Trazo' })
const noOverflow = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

const mailsTo = async (trazo: Trazo, { email }: Guest): Promise<number> =>
  (await readOutbox(trazo.dataDir)).filter(({ to }) => to?.some(({ address }) => address === email)).length

/** Uploads them at once, and makes them one sending. */
const bringTogether = async (page: Page, ...names: readonly string[]): Promise<Locator> => {
  await dropOnPage(page, ...names.map(pdf))
  await question(page)
    .getByRole('button', { name: /^Un solo envío/ })
    .click()
  return editorOf(page, names[0] ?? '')
}

/** By the strip, which saves the fields first. */
const goTo = async (page: Page, from: Locator, name: string): Promise<Locator> => {
  await links(from)
    .filter({ hasText: `${name}.pdf` })
    .click()
  const editor = editorOf(page, name)
  await expect(editor).toBeVisible()
  await expect(links(editor).filter({ hasText: `${name}.pdf` })).toHaveAttribute('aria-current', 'page')
  await expect(editor.getByRole('img', { name: /^Página \d+ de/ }).locator('canvas')).toBeVisible()
  return editor
}

const orderIn = async (editor: Locator, choice: string): Promise<void> => {
  await stripOf(editor)
    .getByRole('button', { name: /^Ordenar el envío/ })
    .click()
  await stripOf(editor)
    .getByRole('button', { name: new RegExp(`^${choice}`) })
    .click()
}

/** By the strip, while the document stays open. */
const addByUpload = async (page: Page, editor: Locator, name: string): Promise<void> => {
  await stripOf(editor).getByRole('button', { name: 'Agregar documento' }).click()
  const adding = page.getByRole('dialog', { name: 'Agregar documento' })
  await adding.getByText('Elegir uno de tus documentos').click()
  await expect(adding.getByText(/^No tienes otros documentos sin enviar/)).toBeVisible()
  await expectAccessible(page)
  const { bytes: buffer, ...file } = pdf(name)
  await adding.getByLabel(/^Arrastra un PDF aquí/).setInputFiles({ ...file, buffer })
  await expect(page.getByText(`«${name}.pdf» va ahora en el envío.`)).toBeVisible()
}

const enterAs = async (page: Page, trazo: Trazo, name: string) => {
  const owner = ownerNamed(name)
  const api = await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(page.getByText('Aún no tienes documentos')).toBeVisible()
  return api
}

test('three PDFs dropped at once are one sending: fields in each, one order, one mail a person, one ZIP', async ({
  page,
  trazo,
}) => {
  const [ana, luis] = guestsOf('envio')
  await enterAs(page, trazo, 'envio')
  await dropOnPage(page, pdf('Contrato'), notes, pdf('Acta'), pdf('Poder'))
  await expect(question(page).getByText('Subiste 3 documentos.')).toBeVisible()
  await expect(question(page).getByText('notas.txt')).toBeVisible()
  await expect(question(page).getByText('Solo se permiten archivos PDF')).toBeVisible()
  await expectAccessible(page)
  await question(page)
    .getByRole('button', { name: 'Un solo envío: las personas reciben un correo y firman todo de una vez' })
    .click()

  let editor = editorOf(page, 'Contrato')
  await expect(links(editor)).toHaveText([
    '1. Contrato.pdfSin campos',
    '2. Acta.pdfSin campos',
    '3. Poder.pdfSin campos',
  ])
  await placeFor(editor, ana)
  editor = await goTo(page, editor, 'Acta')
  await expect(links(editor).first()).toHaveText('1. Contrato.pdf0 de 1 firma')
  await placeFor(editor, ana)
  await placeFor(editor, luis)
  await waitForSave(editor)
  await expectAccessible(page)

  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  await expect(dialogOf(page).getByText('Falta un campo de firma en «Poder.pdf».').first()).toBeVisible()
  await expect(dialogOf(page).getByRole('button', { name: 'Enviar 2 invitaciones' })).toBeDisabled()
  await dialogOf(page).getByText('Cerrar', { exact: true }).click()

  editor = await goTo(page, editor, 'Poder')
  await placeFor(editor, luis)
  await waitForSave(editor)
  await orderIn(editor, 'Mover antes')
  await expect(links(editor)).toHaveText([/^1\. Contrato\.pdf/, /^2\. Poder\.pdf/, /^3\. Acta\.pdf/])

  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  const people = dialogOf(page).getByRole('listitem')
  await expect(people.filter({ hasText: ana.name })).toContainText('en 2 documentos')
  await expect(people.filter({ hasText: luis.name })).toContainText('en 2 documentos')
  // «Poder» asks Luis alone: the order is that of the sending.
  await dialogOf(page).getByText('Opciones', { exact: true }).click()
  await expect(dialogOf(page).getByRole('group', { name: 'Orden de firma' })).toBeVisible()
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
  await expect(
    dialogOf(page).getByText('Invitamos a 2 personas: cada una recibe un solo correo para todo el envío.'),
  ).toBeVisible()
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Listo' }).click()
  await expect(stripOf(editor).getByRole('button')).toHaveCount(0)

  const link = linkIn(await mailTo(trazo.dataDir, luis.email, /firmar/))
  await mailTo(trazo.dataDir, ana.email, /firmar/)
  expect([await mailsTo(trazo, ana), await mailsTo(trazo, luis)]).toEqual([1, 1])
  await signByLink(trazo, link)
  await expect(links(editor)).toHaveText([
    '1. Contrato.pdf0 de 1 firma',
    '2. Poder.pdfCompleto',
    '3. Acta.pdf0 de 2 firmas',
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(links(editor).nth(1)).toBeInViewport()
  await noOverflow(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await leaveEditor(page, 'Poder.pdf')
  await expect(card(page, 'Poder.pdf')).toContainText('Envío de 3 documentos · 2.º')
  const menu = await openDocumentMenu(page, 'Acta.pdf')
  const zip = readStoredZip(
    new Uint8Array(await downloaded(page, menu.getByRole('button', { name: /^Descargar el envío \(ZIP\)/ }))),
  )
  const list = Buffer.from(zip.find(({ name }) => name === 'LEEME.txt')?.bytes ?? []).toString()
  for (const folder of ['1 Contrato', '2 Poder', '3 Acta']) expect(list).toContain(`Carpeta: ${folder}`)
  const names = zip.map(({ name }) => name)
  expect(names.filter((name) => name === 'documento.pdf')).toHaveLength(3)
  // The complete document has all of its evidence.
  expect(names.filter((name) => name === 'verificar.html')).toHaveLength(1)
})

test('a sending gets one more document and is taken apart again: its documents stay, each with its own fields', async ({
  page,
  trazo,
}) => {
  const [ana] = guestsOf('separar')
  const api = await enterAs(page, trazo, 'separar')
  const editor = await bringTogether(page, 'Contrato', 'Acta')
  await placeFor(editor, ana)
  await waitForSave(editor)
  await addByUpload(page, editor, 'Anexo')
  await expect(links(editor)).toHaveText([
    '1. Contrato.pdf0 de 1 firma',
    '2. Acta.pdfSin campos',
    '3. Anexo.pdfSin campos',
  ])
  await expectAccessible(page)
  await orderIn(editor, 'Separar los documentos')
  const asked = page.getByRole('dialog', { name: '¿Separar los documentos?' })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Separar los documentos' }).click()
  await expect(page.getByText('Cada documento va ahora por separado.')).toBeVisible()
  await expect(stripOf(editor)).toHaveCount(0)
  expect((await api.list()).map(({ sending, fields_total }) => [sending, fields_total])).toEqual([
    [undefined, 0],
    [undefined, 0],
    [undefined, 1],
  ])
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  await dialogOf(page).getByRole('button', { name: 'Enviar invitación' }).click()
  await mailTo(trazo.dataDir, ana.email, /firmar/)
  await dialogOf(page).getByRole('button', { name: 'Listo' }).click()
  await leaveEditor(page, 'Contrato.pdf')
  await expect(page.getByText(/^Envío de/)).toHaveCount(0)
})
