import type { Locator } from 'playwright/test'
import {
  annotations,
  drawOn,
  markFirstLine,
  onPaper,
  paper,
  placePicture,
  stroke,
  takeUp,
  textBegun,
  tool,
  toolsOf,
  writeOn,
} from '../harness/annotations.ts'
import { annotateKept, test } from '../harness/desk.ts'
import { expect } from '../harness/trazo.ts'
import { boxOf, middleOf } from '../harness/viewer.ts'

const undoBar = (editor: Locator) => editor.locator('[data-undo-bar]')
const option = (editor: Locator, label: string) => editor.getByLabel(label, { exact: true })
const slide = (range: Locator, value: number) => range.fill(String(value))

test('the highlight tool marks text, and the user changes the colour of the highlight', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Resaltar')
  await markFirstLine(page, editor)
  const mark = annotations(editor, 'highlight')
  await expect(mark).toHaveCount(1)
  const fill = () => editor.locator('.canvasWrapper svg.highlight').getAttribute('fill')
  await expect.poll(fill).toBe('#FFFF98')
  await mark.getByRole('button', { name: 'Cambiar el color' }).click()
  await mark.getByRole('option', { name: 'Verde' }).click()
  await expect.poll(fill).toBe('#53FFBC')
  await option(editor, 'Rosado').check()
  await expect.poll(fill).toBe('#FFCBE6')
  await page.keyboard.press('Control+z')
  await expect.poll(fill).not.toBe('#FFCBE6')
})

test('a free highlight has thickness 12 by default, and the user changes the thickness', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Resaltar')
  await expect(option(editor, 'Grosor')).toHaveValue('12')
  const draw = async (y: number) =>
    stroke(page, [await onPaper(editor, 1, { x: 100, y }), await onPaper(editor, 1, { x: 300, y })])
  await draw(300)
  const mark = annotations(editor, 'highlight')
  await expect(mark).toHaveCount(1)
  const height = async (index: number) => (await boxOf(mark.nth(index))).height
  const thin = await height(0)
  expect(thin).toBeGreaterThan(10)
  expect(thin).toBeLessThan(18)
  await page.keyboard.press('Escape')
  await slide(option(editor, 'Grosor'), 24)
  await draw(400)
  await expect(mark).toHaveCount(2)
  expect(await height(1)).toBeGreaterThan(thin + 8)
})

test('the option «Mostrar los resaltados» hides and shows the highlights', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Resaltar')
  await markFirstLine(page, editor)
  const mark = annotations(editor, 'highlight')
  await expect(mark).toBeVisible()
  await option(editor, 'Mostrar los resaltados').uncheck()
  await expect(mark).toBeHidden()
  await option(editor, 'Mostrar los resaltados').check()
  await expect(mark).toBeVisible()
})

test('without an active tool, a button next to selected text highlights the text and activates the tool', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  await markFirstLine(page, editor)
  // The button next to the selection;
  // the tools have one of the same name.
  await editor.locator('.pdfViewer').getByRole('button', { name: 'Resaltar' }).click()
  await expect(annotations(editor, 'highlight')).toHaveCount(1)
  await expect(tool(editor, 'Resaltar')).toHaveAttribute('aria-pressed', 'true')
})

test('free text has size 10 by default, and the user changes its size and colour', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Texto')
  await expect(option(editor, 'Tamaño')).toHaveValue('10')
  const text = await writeOn(page, editor, 1, { x: 100, y: 300 }, 'Año y señal')
  const styleOf = (name: 'fontSize' | 'color') =>
    text.locator('.internal').evaluate((element, property) => getComputedStyle(element)[property], name)
  expect(await styleOf('fontSize')).toBe('10px')
  await slide(option(editor, 'Tamaño'), 24)
  await expect.poll(() => styleOf('fontSize')).toBe('24px')
  await option(editor, 'Rojo').check()
  await expect.poll(() => styleOf('color')).toBe('rgb(171, 36, 25)')
  await tool(editor, 'Deshacer').click()
  await tool(editor, 'Deshacer').click()
  await expect.poll(() => styleOf('fontSize')).toBe('10px')
  await tool(editor, 'Rehacer').click()
  await expect.poll(() => styleOf('fontSize')).toBe('24px')
})

test('a drawing has the chosen colour, thickness and opacity', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Dibujar')
  await option(editor, 'Azul').check()
  await slide(option(editor, 'Grosor'), 6)
  await slide(option(editor, 'Opacidad'), 0.5)
  await drawOn(page, editor, 1, [
    { x: 100, y: 300 },
    { x: 200, y: 360 },
    { x: 300, y: 300 },
  ])
  const drawn = editor.locator('.canvasWrapper svg.draw')
  await expect(drawn).toHaveAttribute('stroke', '#2b47c9')
  await expect(drawn).toHaveAttribute('stroke-opacity', '0.5')
  await expect(drawn).toHaveAttribute('stroke-width', '6')
})

test('the editor removes an empty text annotation and adds no undo step', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Texto')
  const { x, y } = await onPaper(editor, 1, { x: 150, y: 300 })
  await page.mouse.click(x, y)
  await expect(annotations(editor, 'freeText')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(annotations(editor, 'freeText')).toHaveCount(0)
  await expect(tool(editor, 'Deshacer')).toHaveAttribute('aria-disabled', 'true')
})

test('switching the tool commits a text that is being written and removes an empty text', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await takeUp(editor, 'Texto')
  const at = async (x: number, y: number) => {
    const point = await onPaper(editor, 1, { x, y })
    await page.mouse.click(point.x, point.y)
  }
  await at(150, 250)
  await textBegun(editor)
  await page.keyboard.type('Sin cerrar')
  await takeUp(editor, 'Dibujar')
  await expect(annotations(editor, 'freeText')).toHaveText('Sin cerrar')
  await takeUp(editor, 'Texto')
  await at(150, 400)
  await expect(annotations(editor, 'freeText')).toHaveCount(2)
  await takeUp(editor, 'Resaltar')
  await expect(annotations(editor, 'freeText')).toHaveCount(1)
})

test('a double click and the Enter key reopen a text annotation for editing', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Uno')
  await page.keyboard.press('Escape')
  await text.dblclick()
  await page.keyboard.press('End')
  await page.keyboard.type(' y dos')
  await page.keyboard.press('Escape')
  const longer = annotations(editor, 'freeText')
  await expect(longer).toHaveText('Uno y dos')
  await longer.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' y tres')
  await page.keyboard.press('Escape')
  await expect(longer).toHaveText('Uno y dos y tres')
})

test('selecting an annotation of another kind activates its tool', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await writeOn(page, editor, 1, { x: 150, y: 250 }, 'Texto')
  const image = await placePicture(page, editor, 120, 80)
  await expect(tool(editor, 'Imagen')).toHaveAttribute('aria-pressed', 'true')
  await text.click()
  await expect(tool(editor, 'Texto')).toHaveAttribute('aria-pressed', 'true')
  await image.click()
  await expect(tool(editor, 'Imagen')).toHaveAttribute('aria-pressed', 'true')
  await expect(image).toHaveClass(/selectedEditor/)
})

test('deactivating the tool ends editing and hides the undo bar', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const drawing = await drawOn(page, editor, 1, [
    { x: 100, y: 300 },
    { x: 200, y: 340 },
  ])
  await expect(drawing).toHaveClass(/selectedEditor/)
  await page.keyboard.press('Delete')
  await expect(undoBar(editor)).toBeVisible()
  await tool(editor, 'Dibujar').click()
  await expect(tool(editor, 'Dibujar')).toHaveAttribute('aria-pressed', 'false')
  await expect(undoBar(editor)).toBeHidden()
  await expect(paper(editor, 1).locator('.annotationEditorLayer')).toHaveClass(/nonEditing/)
})

test('the undo bar restores a deleted annotation and hides after the undo or the next annotation', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  const text = await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Vuelve')
  await text.getByRole('button', { name: 'Eliminar el texto' }).click()
  await expect(text).toHaveCount(0)
  await expect(undoBar(editor)).toContainText('Texto eliminado')
  await undoBar(editor).getByRole('button', { name: 'Deshacer' }).click()
  await expect(text).toBeVisible()
  await expect(undoBar(editor)).toBeHidden()
  // The reverted deletion is not on the undo stack.
  await tool(editor, 'Deshacer').click()
  await expect(text).toHaveCount(0)
  await tool(editor, 'Rehacer').click()
  await expect(text).toBeVisible()
  await text.click()
  await tool(editor, 'Eliminar lo seleccionado').click()
  await expect(undoBar(editor)).toBeVisible()
  await writeOn(page, editor, 1, { x: 150, y: 400 }, 'Otro')
  await expect(undoBar(editor)).toBeHidden()
})

test('select all skips empty annotations, and one undo restores all deleted annotations', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  await writeOn(page, editor, 1, { x: 150, y: 250 }, 'Primero')
  await writeOn(page, editor, 1, { x: 150, y: 320 }, 'Segundo')
  await drawOn(page, editor, 1, [
    { x: 300, y: 300 },
    { x: 360, y: 340 },
  ])
  await takeUp(editor, 'Texto')
  const { x, y } = await onPaper(editor, 1, { x: 150, y: 420 })
  await page.mouse.click(x, y)
  await expect(annotations(editor, 'freeText')).toHaveCount(3)
  await tool(editor, 'Seleccionar todo').click()
  await expect(editor.locator('.selectedEditor')).toHaveCount(3)
  await tool(editor, 'Eliminar lo seleccionado').click()
  await expect(undoBar(editor)).toContainText('3 anotaciones eliminadas')
  await expect(editor.locator('.freeTextEditor, .inkEditor')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(editor.locator('.freeTextEditor, .inkEditor')).toHaveCount(3)
})

test('copy and paste duplicate an annotation, and undo removes the copy', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await writeOn(page, editor, 1, { x: 150, y: 300 }, 'Copia')
  await text.click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(annotations(editor, 'freeText')).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(annotations(editor, 'freeText')).toHaveCount(1)
})

test('by keyboard alone, the user adds, moves, deletes and restores a text in the middle of the page', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  await tool(editor, 'Resaltar').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tool(editor, 'Texto')).toBeFocused()
  await page.keyboard.press('Enter')
  await textBegun(editor)
  await page.keyboard.type('Sin ratón')
  await page.keyboard.press('Escape')
  const text = annotations(editor, 'freeText')
  await expect(text).toHaveText('Sin ratón')
  const sheet = await boxOf(paper(editor, 1))
  expect((await middleOf(text)).x).toBeCloseTo(sheet.x + sheet.width / 2, -2)
  const before = await boxOf(text)
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await boxOf(text)).y - before.y).toBeCloseTo(1, 0)
  await page.keyboard.press('Delete')
  await expect(undoBar(editor)).toContainText('Texto eliminado')
  await page.keyboard.press('Control+z')
  await expect(text).toBeVisible()
})

test('the toolbar is one stop for the Tab key, and arrow keys and End move between the tools', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  const tools = toolsOf(editor).getByRole('button')
  await tools.first().focus()
  await page.keyboard.press('End')
  await expect(tools.last()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tools.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tools.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toolsOf(editor).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(tools.last()).toBeFocused()
})
