import type { Page } from 'playwright/test'
import {
  annotate,
  annotations,
  choosePicture,
  dragBy,
  drawOn,
  makePicture,
  markFirstLine,
  placeOn,
  placePicture,
  takeUp,
  tool,
  writeOn,
} from '../harness/annotations.ts'
import { annotateNew, type Desk, newContract, test } from '../harness/desk.ts'
import { inkOn } from '../harness/ink.ts'
import { makePdf, type PdfPage } from '../harness/make-pdf.ts'
import { sampleOf } from '../harness/sample.ts'
import { expectSaved, expectUnsaved, kindsIn, saveAnnotations } from '../harness/saved-annotations.ts'
import { hasTool, qpdfCheck } from '../harness/signature-checks.ts'
import type { Trazo } from '../harness/trazo.ts'
import { expect } from '../harness/trazo.ts'

const blank: PdfPage = { text: ' ' }
/** Tolerance as a fraction of the page. */
const NEAR = 0.02

const start = async (page: Page, desk: Desk, trazo: Trazo, name: string, pages?: readonly PdfPage[]) => {
  const contract = await newContract(trazo, desk, name, pages)
  const editor = await contract.open(page)
  await annotate(editor)
  return { contract, editor, original: await contract.api.download(contract.file) }
}

/** pdf.js writes Latin-1 if possible, otherwise UTF-16. */
const says = (bytes: Buffer, text: string): boolean =>
  bytes.includes(Buffer.from(text, 'latin1')) || bytes.includes(Buffer.from(text, 'utf16le').swap16())

test('saving writes highlight, text, drawing and images with their alternative text', async ({ page, desk, trazo }) => {
  const { contract, editor, original } = await start(page, desk, trazo, 'clases')
  await takeUp(editor, 'Resaltar')
  await markFirstLine(page, editor)
  await writeOn(page, editor, 1, { x: 100, y: 250 }, 'Año')
  await drawOn(page, editor, 1, [
    { x: 100, y: 330 },
    { x: 220, y: 380 },
  ])
  const picture = { name: 'IMG_1.png', bytes: await makePicture(page, 120, 80) }
  const dialog = await choosePicture(page, editor, picture)
  await dialog.getByLabel('Descripción').fill('Plano de la casa')
  await dialog.getByRole('button', { name: 'Guardar texto' }).click()
  const decorative = await choosePicture(page, editor, { ...picture, name: 'IMG_2.png' })
  await decorative.getByLabel('Es decorativa').check()
  await decorative.getByRole('button', { name: 'Guardar texto' }).click()
  await saveAnnotations(page, editor)

  const stored = await contract.api.download(contract.file)
  const appended = stored.subarray(original.length)
  expect(kindsIn(appended).sort()).toEqual(['FreeText', 'Highlight', 'Ink', 'Stamp', 'Stamp'])
  expect(says(appended, 'Plano de la casa')).toBe(true)
  expect(says(appended, 'decorativa')).toBe(false)
  if (hasTool('qpdf')) expect(qpdfCheck(stored)).toBeUndefined()
})

for (const rotate of sampleOf([0, 90, 180, 270] as const, 1, 1)) {
  test(`poppler renders saved annotations in their place on a page rotated by ${rotate} degrees`, async ({
    page,
    desk,
    trazo,
  }) => {
    test.skip(!hasTool('pdftoppm'), 'pdftoppm is not installed')
    const crop = { cropBox: [40, 60, 555, 700] as const }
    const { contract, editor } = await start(page, desk, trazo, `giro${rotate}`, [
      { ...blank, rotate },
      { ...blank, rotate, ...crop },
    ])
    const image = await placePicture(page, editor, 160, 80)
    await dragBy(page, image, { x: -60, y: -90 })
    const placed = await placeOn(editor, 1, image.locator('canvas'))
    await editor.getByRole('button', { name: 'Página siguiente' }).click()
    const drawing = await drawOn(page, editor, 2, [
      { x: 120, y: 130 },
      { x: 260, y: 200 },
    ])
    const drawn = await placeOn(editor, 2, drawing)
    await saveAnnotations(page, editor)
    const stored = await contract.api.download(contract.file)
    for (const [number, wanted] of [
      [1, placed],
      [2, drawn],
    ] as const) {
      const seen = inkOn(stored, number)
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs(seen[side] - wanted[side]), `${side} on page ${number}`).toBeLessThan(NEAR)
      }
    }
  })
}

test('moving a saved annotation marks the document as unsaved, and undo marks the document as saved', async ({
  page,
  desk,
  trazo,
}) => {
  const { editor } = await start(page, desk, trazo, 'ida-y-vuelta')
  const text = await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Va y vuelve')
  await expectUnsaved(editor)
  await saveAnnotations(page, editor)
  await takeUp(editor, 'Texto')
  await text.click()
  await dragBy(page, text, { x: 80, y: 40 })
  await expectUnsaved(editor)
  await tool(editor, 'Deshacer').click()
  await expectSaved(editor)
})

test('the user changes the alternative text of a saved image and saves the new text', async ({ page, desk, trazo }) => {
  const { contract, editor } = await start(page, desk, trazo, 'texto-guardado')
  const picture = { name: 'IMG_1.png', bytes: await makePicture(page, 200, 120) }
  const dialog = await choosePicture(page, editor, picture)
  await dialog.getByLabel('Descripción').fill('Plano de la casa')
  await dialog.getByRole('button', { name: 'Guardar texto' }).click()
  await saveAnnotations(page, editor)
  await takeUp(editor, 'Imagen')
  const image = annotations(editor, 'stamp')
  await image.click()
  await image.getByRole('button', { name: 'Texto alternativo agregado' }).click()
  const again = page.getByRole('dialog', { name: 'Texto alternativo' })
  await expect(again.getByLabel('Descripción')).toHaveValue('Plano de la casa')
  await again.getByLabel('Descripción').fill('Plano del segundo piso')
  await again.getByRole('button', { name: 'Guardar texto' }).click()
  await expectUnsaved(editor)
  await saveAnnotations(page, editor)
  expect(says(await contract.api.download(contract.file), 'Plano del segundo piso')).toBe(true)
})

test('saving appends annotations to a PDF with lines before its header and keeps the original bytes', async ({
  page,
  desk,
}) => {
  const original = Buffer.concat([Buffer.from('Content-Type: application/pdf\r\n\r\n'), makePdf([blank])])
  const { api, file, editor } = await annotateNew(page, desk, 'con renglones antes', original)
  await writeOn(page, editor, 1, { x: 100, y: 250 }, 'Leído')
  await saveAnnotations(page, editor)
  const stored = await api.download(file)
  expect(stored.subarray(0, original.length).equals(original)).toBe(true)
  expect(says(stored, 'Leído')).toBe(true)
  if (hasTool('qpdf')) expect(qpdfCheck(stored)).toBeUndefined()
})
