import type { Locator, Page } from 'playwright/test'
import {
  annotations,
  choosePicture,
  makePicture,
  paper,
  placePicture,
  takeUp,
  textDialog,
  tool,
} from '../harness/annotations.ts'
import { expectAccessible } from '../harness/axe.ts'
import { annotateKept, test } from '../harness/desk.ts'
import { expect } from '../harness/trazo.ts'
import { boxOf } from '../harness/viewer.ts'

const textButton = (image: Locator, name: string) => image.getByRole('button', { name })

const transferOf = async (page: Page, bytes: Buffer) =>
  page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([content], 'plano de la casa.png', { type: 'image/png' }))
    return transfer
  }, bytes.toString('base64'))

const expectPicture = async (page: Page, editor: Locator) => {
  await (await textDialog(page)).getByRole('button', { name: 'Ahora no' }).click()
  await expect(annotations(editor, 'stamp')).toHaveCount(1)
  await expect(tool(editor, 'Imagen')).toHaveAttribute('aria-pressed', 'true')
}

test('a chosen image has at most 0.75 of the width and height of the page', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const image = await placePicture(page, editor, 2400, 300)
  const [box, sheet] = [await boxOf(image.locator('canvas')), await boxOf(paper(editor, 1))]
  expect(box.width / sheet.width).toBeCloseTo(0.75, 2)
  expect(box.width / box.height).toBeCloseTo(8, 0)
  expect(box.x + box.width / 2).toBeCloseTo(sheet.x + sheet.width / 2, -1)
  const tall = await placePicture(page, editor, 100, 4000)
  expect((await boxOf(tall.locator('canvas'))).height / sheet.height).toBeCloseTo(0.75, 2)
})

test('a pasted image becomes an annotation', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Dibujar')
  const clipboardData = await transferOf(page, await makePicture(page, 120, 80))
  await page.evaluate((data) => {
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, clipboardData)
  await expectPicture(page, editor)
})

test('a dropped image becomes an annotation', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const dataTransfer = await transferOf(page, await makePicture(page, 120, 80))
  await paper(editor, 1).dispatchEvent('dragover', { dataTransfer })
  await paper(editor, 1).dispatchEvent('drop', { dataTransfer })
  await expectPicture(page, editor)
})

test('closing the file chooser without a file adds no annotation and no undo step', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Imagen')
  const chooser = page.waitForEvent('filechooser')
  await editor.getByRole('button', { name: 'Agregar imagen' }).click()
  await (await chooser).setFiles([])
  await expect(annotations(editor, 'stamp')).toHaveCount(0)
  await expect(tool(editor, 'Deshacer')).toHaveAttribute('aria-disabled', 'true')
})

test('an image shows whether its alternative text is missing, needs review or was added', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const bytes = await makePicture(page, 160, 100)
  // A camera's file name is no description.
  const first = await choosePicture(page, editor, { name: 'IMG_20260131.png', bytes })
  await expect(first.getByLabel('Descripción')).toHaveValue('')
  await first.getByRole('button', { name: 'Guardar texto' }).click()
  await expect(first.getByText('Escribe una descripción o marca la imagen como decorativa.')).toBeVisible()
  await first.getByRole('button', { name: 'Ahora no' }).click()
  const image = annotations(editor, 'stamp')
  await expect(textButton(image, 'Falta el texto alternativo')).toBeVisible()
  await expect(image).toBeFocused()

  await textButton(image, 'Falta el texto alternativo').click()
  const dialog = await textDialog(page)
  await expect(dialog.getByRole('img', { name: 'Vista previa de la imagen' }).locator('canvas')).toBeVisible()
  await dialog.getByLabel('Descripción').fill('Plano de la casa')
  await dialog.getByRole('button', { name: 'Guardar texto' }).click()
  await expect(textButton(image, 'Texto alternativo agregado')).toBeVisible()
  await page.keyboard.press('Delete')

  const second = await choosePicture(page, editor, { name: 'plano_de_la-casa.png', bytes })
  await expect(second.getByLabel('Descripción')).toHaveValue('Plano de la casa')
  await expect(second.getByText('Propuesta tomada del nombre del archivo.')).toBeVisible()
  await second.getByRole('button', { name: 'Ahora no' }).click()
  await textButton(image, 'Revisar el texto alternativo').click()
  await (await textDialog(page)).getByRole('button', { name: 'Guardar texto' }).click()
  await expect(textButton(image, 'Texto alternativo agregado')).toBeVisible()
})

test('the tooltip with the alternative text appears after 100 ms', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const dialog = await choosePicture(page, editor, {
    name: 'IMG_1.png',
    bytes: await makePicture(page, 160, 100),
  })
  await dialog.getByLabel('Descripción').fill('Logo de la cooperativa')
  await dialog.getByRole('button', { name: 'Guardar texto' }).click()
  const image = annotations(editor, 'stamp')
  const tooltip = image.getByRole('tooltip')
  const waited = await image.locator('button.altText').evaluate(async (button) => {
    const start = performance.now()
    button.dispatchEvent(new MouseEvent('mouseenter'))
    const shown = () => button.querySelector('.tooltip')?.classList.contains('show') === true
    if (shown()) return 0
    await new Promise<void>((resolve) => {
      new MutationObserver(() => shown() && resolve()).observe(button, { subtree: true, attributes: true })
    })
    return performance.now() - start
  })
  expect(waited).toBeGreaterThanOrEqual(99)
  await expect(tooltip).toHaveText('Logo de la cooperativa')
  await image.locator('button.altText').dispatchEvent('mouseleave')
  await expect(tooltip).toBeHidden()
})

test('the tooltip of a decorative image reads «Marcada como decorativa»', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const dialog = await choosePicture(page, editor, {
    name: 'IMG_1.png',
    bytes: await makePicture(page, 160, 100),
  })
  await dialog.getByLabel('Es decorativa').check()
  await expect(dialog.getByLabel('Descripción')).toBeDisabled()
  await dialog.getByRole('button', { name: 'Guardar texto' }).click()
  const image = annotations(editor, 'stamp')
  await expect(textButton(image, 'Texto alternativo agregado')).toBeVisible()
  await image.locator('button.altText').hover()
  await expect(image.getByRole('tooltip')).toHaveText('Marcada como decorativa')
  await textButton(image, 'Texto alternativo agregado').click()
  await expect((await textDialog(page)).getByLabel('Es decorativa')).toBeChecked()
})

test('keys pressed in the alternative-text dialog do not change annotations', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const image = await placePicture(page, editor, 160, 100)
  await textButton(image, 'Falta el texto alternativo').click()
  const dialog = await textDialog(page)
  const field = dialog.getByLabel('Descripción')
  await field.fill('Una casa blanca')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(field).toHaveValue('')
  await expect(image).toBeAttached()
  await page.keyboard.press('Control+z')
  await expect(image).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(image).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(image).toHaveCount(0)
})

test.describe('accessibility of the alternative-text dialog', () => {
  test('axe finds no violations in the alternative-text dialog, in light and dark themes', async ({ page, desk }) => {
    const editor = await annotateKept(page, desk)
    await choosePicture(page, editor, { name: 'plano de la casa.png', bytes: await makePicture(page, 160, 100) })
    await expectAccessible(page)
  })
})
