import type { Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import type { Part } from './ink.ts'
import { boxOf, middleOf, type Point } from './viewer.ts'

export type Kind = 'highlight' | 'freeText' | 'ink' | 'stamp' | 'signature'

export const annotate = async (editor: Locator): Promise<void> => {
  await editor.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(toolsOf(editor)).toBeVisible()
  await expect(editor.locator('.pdfViewer .textLayer').first()).toBeVisible()
}

export const toolsOf = (editor: Locator): Locator => editor.getByRole('toolbar', { name: 'Herramientas de anotación' })

export const tool = (editor: Locator, name: string): Locator =>
  editor.getByRole('toolbar', { name: 'Herramientas de anotación' }).getByRole('button', { name, exact: true })

export const takeUp = async (editor: Locator, name: string): Promise<void> => {
  if ((await tool(editor, name).getAttribute('aria-pressed')) !== 'true') await tool(editor, name).click()
  await expect(tool(editor, name)).toHaveAttribute('aria-pressed', 'true')
}

/** @param number page number, from 1 */
export const paper = (editor: Locator, number: number): Locator => editor.locator(`.page[data-page-number="${number}"]`)

export const annotations = (scope: Locator, kind: Kind): Locator => scope.locator(`.${kind}Editor`)

export const onPaper = async (editor: Locator, number: number, { x, y }: Point): Promise<Point> => {
  const box = await boxOf(paper(editor, number))
  return { x: box.x + x, y: box.y + y }
}

export const stroke = async (page: Page, [first, ...others]: readonly Point[]): Promise<void> => {
  if (!first) return
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  for (const { x, y } of others) await page.mouse.move(x, y, { steps: 6 })
  await page.mouse.up()
}

export const drawOn = async (
  page: Page,
  editor: Locator,
  number: number,
  points: readonly Point[],
): Promise<Locator> => {
  await takeUp(editor, 'Dibujar')
  const before = await annotations(editor, 'ink').count()
  await stroke(page, await Promise.all(points.map((point) => onPaper(editor, number, point))))
  // Esc commits the drawing; a new line would join it.
  await page.keyboard.press('Escape')
  await expect(annotations(editor, 'ink')).toHaveCount(before + 1)
  return annotations(paper(editor, number), 'ink').last()
}

/** pdf.js re-inserts a new text and resets the caret. */
export const textBegun = async (editor: Locator): Promise<void> => {
  const written = editor.locator('.freeTextEditor [contenteditable="true"]:focus')
  await expect(written).toHaveCount(1)
  await written.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(written).toHaveCount(1)
}

export const writeOn = async (
  page: Page,
  editor: Locator,
  number: number,
  at: Point,
  text: string,
): Promise<Locator> => {
  await takeUp(editor, 'Texto')
  const { x, y } = await onPaper(editor, number, at)
  await page.mouse.click(x, y)
  await textBegun(editor)
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
  const written = annotations(editor, 'freeText').filter({ hasText: text })
  await expect(written).toBeVisible()
  return written
}

export const markFirstLine = async (page: Page, editor: Locator, number = 1): Promise<void> => {
  const line = await boxOf(paper(editor, number).locator('.textLayer span[role="presentation"]').first())
  const y = line.y + line.height / 2
  await stroke(page, [
    { x: line.x + 1, y },
    { x: line.x + line.width - 1, y },
  ])
}

export const placeOn = async (editor: Locator, number: number, annotation: Locator): Promise<Part> => {
  const [box, sheet] = [await boxOf(annotation), await boxOf(paper(editor, number))]
  return {
    x: (box.x - sheet.x) / sheet.width,
    y: (box.y - sheet.y) / sheet.height,
    width: box.width / sheet.width,
    height: box.height / sheet.height,
  }
}

export const handle = (annotation: Locator, name: string): Locator =>
  annotation.locator(`.resizer[data-resizer-name="${name}"]`)

export const dragBy = async (page: Page, what: Locator, by: Point): Promise<void> => {
  const from = await middleOf(what)
  await stroke(page, [from, { x: from.x + by.x, y: from.y + by.y }])
}

export const makePicture = async (page: Page, width: number, height: number, color = '#2b47c9'): Promise<Buffer> => {
  const base64 = await page.evaluate(
    ([w, h, fill]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = fill
      context.fillRect(0, 0, w, h)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height, color] as const,
  )
  return Buffer.from(base64, 'base64')
}

const CHOOSE = 'Agregar imagen'

export const choosePicture = async (
  page: Page,
  editor: Locator,
  picture: { readonly name: string; readonly bytes: Buffer },
): Promise<Locator> => {
  await takeUp(editor, 'Imagen')
  const button = editor.getByRole('button', { name: CHOOSE })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles({ name: picture.name, mimeType: 'image/png', buffer: picture.bytes })
  return textDialog(page)
}

export const textDialog = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: 'Texto alternativo' })
  await expect(dialog).toBeVisible()
  return dialog
}

export const placePicture = async (page: Page, editor: Locator, width: number, height: number): Promise<Locator> => {
  const bytes = await makePicture(page, width, height)
  const dialog = await choosePicture(page, editor, { name: 'IMG_0001.png', bytes })
  await dialog.getByRole('button', { name: 'Ahora no' }).click()
  const image = annotations(editor, 'stamp').last()
  await expect(image).toBeVisible()
  return image
}
