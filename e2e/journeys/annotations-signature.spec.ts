import type { Locator, Page } from 'playwright/test'
import { annotate, annotations, takeUp } from '../harness/annotations.ts'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { inkOn } from '../harness/ink.ts'
import { drawSignature } from '../harness/people.ts'
import { kindsIn, saveAnnotations } from '../harness/saved-annotations.ts'
import { hasTool, qpdfCheck } from '../harness/signature-checks.ts'
import type { Trazo } from '../harness/trazo.ts'
import { expect, test } from '../harness/trazo.ts'
import { boxOf } from '../harness/viewer.ts'

const start = async (page: Page, trazo: Trazo, name: string) => {
  const contract = await aContract(trazo, name)
  const editor = await contract.open(page)
  await annotate(editor)
  await takeUp(editor, 'Firma')
  return { contract, editor }
}

const newSignature = async (page: Page, editor: Locator): Promise<Locator> => {
  await editor.getByRole('button', { name: 'Nueva firma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva firma' })
  await expect(dialog).toBeVisible()
  return dialog
}

const typeSignature = async (page: Page, editor: Locator, name: string, keep = true): Promise<void> => {
  const dialog = await newSignature(page, editor)
  await dialog.getByRole('tab', { name: 'Escribir' }).click()
  await dialog.getByLabel('Escribe tu nombre').fill(name)
  if (!keep) await dialog.getByLabel('Guardarla para otros documentos').uncheck()
  await dialog.getByRole('button', { name: 'Agregar firma' }).click()
  await expect(dialog).toBeHidden()
}

/** 900 × 300 pixels. */
const photograph = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 900, height: 300 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = 'white'
    context.fillRect(0, 0, 900, 300)
    context.lineWidth = 24
    context.beginPath()
    context.moveTo(80, 220)
    context.bezierCurveTo(300, 20, 500, 290, 820, 90)
    context.stroke()
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

const keptOnes = (editor: Locator): Locator =>
  editor.getByRole('list', { name: 'Firmas guardadas' }).getByRole('listitem')

test('the user draws, types and uploads signatures, which are saved with their alternative text', async ({
  page,
  trazo,
}) => {
  const { contract, editor } = await start(page, trazo, 'firma-tres')
  const original = await contract.api.download(contract.file)
  await test.step('the user draws a signature', async () => {
    const dialog = await newSignature(page, editor)
    await expect(dialog.getByRole('button', { name: 'Agregar firma' })).toBeDisabled()
    await expectAccessible(page)
    await drawSignature(page)
    await dialog.getByLabel('Descripción').fill('Firma de Olga')
    await dialog.getByRole('button', { name: 'Agregar firma' }).click()
    await expect(annotations(editor, 'signature')).toHaveCount(1)
    await expect(annotations(editor, 'signature')).toHaveAttribute('aria-description', /Firma de Olga/)
  })
  await test.step('the user types a signature', async () => {
    await typeSignature(page, editor, 'Olga Solano')
    await expect(annotations(editor, 'signature')).toHaveCount(2)
  })
  await test.step('the user makes a signature from an image larger than 512 pixels', async () => {
    const dialog = await newSignature(page, editor)
    await dialog.getByRole('tab', { name: 'Imagen' }).click()
    const buffer = await photograph(page)
    await dialog.locator('input[type=file]').setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer })
    await dialog.getByRole('button', { name: 'Agregar firma' }).click()
    await expect(dialog).toBeHidden()
    await expect(annotations(editor, 'signature')).toHaveCount(3)
  })
  await saveAnnotations(page, editor)
  const stored = await contract.api.download(contract.file)
  expect(kindsIn(stored.subarray(original.length))).toEqual(['Stamp', 'Stamp', 'Stamp'])
  expect(stored.toString('latin1')).toContain('/Alt (Firma de Olga)')
  if (hasTool('qpdf')) expect(qpdfCheck(stored)).toBeUndefined()
  if (hasTool('pdftoppm')) expect(inkOn(stored, 1).height).toBeGreaterThan(inkOn(original, 1).height)
})

test('saved signatures load when the mode opens, work on another document and can be deleted', async ({
  page,
  trazo,
}) => {
  const { contract, editor } = await start(page, trazo, 'firma-guardada')
  await typeSignature(page, editor, 'Guardada')
  await typeSignature(page, editor, 'De paso', false)
  await expect(keptOnes(editor)).toHaveCount(1)
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain('Guardada')
  await saveAnnotations(page, editor)
  await editor.getByRole('button', { name: 'Terminar' }).click()
  await editor.getByRole('button', { name: 'Cerrar', exact: true }).click()

  await contract.api.upload('Otro documento.pdf', Buffer.from(await contract.api.download(contract.file)))
  await page.reload()
  await page.getByRole('button', { name: 'Otro documento.pdf', exact: true }).click()
  const other = page.getByRole('dialog', { name: 'Documento: Otro documento.pdf' })
  await annotate(other)
  const asked = page.waitForRequest((request) => request.url().includes('/saved-signatures/'))
  await takeUp(other, 'Firma')
  await asked
  const before = await annotations(other, 'signature').count()
  await other.getByRole('button', { name: 'Poner la firma «Guardada»' }).click()
  await expect(annotations(other, 'signature')).toHaveCount(before + 1)
  const { width, height } = await boxOf(annotations(other, 'signature').last())
  expect(width).toBeGreaterThan(height)
  await other.getByRole('button', { name: 'Eliminar la firma guardada «Guardada»' }).click()
  await expect(keptOnes(other)).toHaveCount(0)
  await expect(annotations(other, 'signature')).toHaveCount(before + 1)
})

test('the account keeps at most five signatures, and the dialog shows the reason', async ({ page, trazo }) => {
  const { editor } = await start(page, trazo, 'firma-cinco')
  for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco']) await typeSignature(page, editor, name)
  await expect(keptOnes(editor)).toHaveCount(5)
  const dialog = await newSignature(page, editor)
  await expect(dialog.getByText('Ya tienes 5 firmas guardadas.')).toBeVisible()
  await expect(dialog.getByLabel('Guardarla para otros documentos')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(annotations(editor, 'signature')).toHaveCount(5)
})
