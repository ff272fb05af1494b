import type { Locator, Page } from 'playwright/test'
import { annotations, handle, onPaper, paper, placePicture, takeUp, textBegun, tool } from '../harness/annotations.ts'
import { annotateNew, type Desk, test } from '../harness/desk.ts'
import { expect } from '../harness/trazo.ts'
import { atRest, boxOf, fingersOn, middleOf, type Point, tapAt } from '../harness/viewer.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

/** Minimum touch target in CSS pixels. */
const TARGET = 44
/** Finger travel before a pinch starts, in CSS pixels. */
const PINCH_BEGINS = 35 / 2
/** Share of the pinch distance that scales the annotation. */
const WEIGHT = 0.7
const STEPS = 10

const open = async (page: Page, desk: Desk, name: string, pages?: Parameters<typeof annotateNew>[3]) =>
  (await annotateNew(page, desk, name, pages)).editor

const path = (from: Point, to: Point): Point[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / STEPS,
    y: from.y + ((to.y - from.y) * step) / STEPS,
  }))

const pinch = (centre: Point, from: number, to: number): Point[][] =>
  path({ x: from, y: 0 }, { x: to, y: 0 }).map(({ x }) => [
    { x: centre.x - x / 2, y: centre.y },
    { x: centre.x + x / 2, y: centre.y },
  ])

const picture = async (page: Page, editor: Locator) => {
  const image = await placePicture(page, editor, 320, 320)
  await expect(image).toHaveClass(/selectedEditor/)
  return image
}

test('two fingers resize a selected annotation after the pinch threshold', async ({ page, desk }) => {
  const editor = await open(page, desk, 'pellizco')
  const image = await picture(page, editor)
  const fingers = await fingersOn(page)
  const before = await boxOf(image)
  const centre = await middleOf(image)
  await fingers(pinch(centre, 60, 60 + PINCH_BEGINS - 6))
  expect((await boxOf(image)).width).toBeCloseTo(before.width, 0)
  await expect(editor.getByText('Página 1 de 3')).toBeVisible()
  const sheet = await boxOf(paper(editor, 1))

  await fingers(pinch(centre, 60, 120))
  const after = await boxOf(image)
  // Only 70 % of each change counts, after the threshold.
  const most = before.width * (1 + WEIGHT)
  expect(after.width).toBeGreaterThan(before.width * 1.15)
  expect(after.width).toBeLessThan(most)
  expect(after.width / after.height).toBeCloseTo(1, 1)
  expect((await middleOf(image)).x).toBeCloseTo(centre.x, -1)
  expect((await boxOf(paper(editor, 1))).width).toBeCloseTo(sheet.width, 0)
  await tool(editor, 'Deshacer').tap()
  await expect.poll(async () => (await boxOf(image)).width).toBeCloseTo(before.width, 0)
})

test('two fingers on an unselected annotation zoom the document', async ({ page, desk }) => {
  const editor = await open(page, desk, 'acercar-con-dedos')
  const image = await picture(page, editor)
  await page.keyboard.press('Escape')
  await expect(image).not.toHaveClass(/selectedEditor/)
  const [sheet, part] = [
    await boxOf(paper(editor, 1)),
    (await boxOf(image)).width / (await boxOf(paper(editor, 1))).width,
  ]
  const fingers = await fingersOn(page)
  await fingers(pinch(await middleOf(image), 80, 160))
  const zoomed = await boxOf(paper(editor, 1))
  expect(zoomed.width).toBeGreaterThan(sheet.width * 1.5)
  expect((await boxOf(image)).width / zoomed.width).toBeCloseTo(part, 1)
})

test('one finger scrolls without a tool, draws with the drawing tool, and moves a selected text', async ({
  page,
  desk,
}) => {
  const editor = await open(page, desk, 'dedos', [{ text: 'Larga', height: 2400 }])
  const fingers = await fingersOn(page)
  const slide = async (from: Point, to: Point) => {
    await fingers(path(from, to).map((point) => [point]))
    await atRest(paper(editor, 1))
  }
  const top = () => paper(editor, 1).evaluate((element) => element.getBoundingClientRect().top)
  const start = await top()
  const at = (x: number, y: number) => onPaper(editor, 1, { x, y })
  await slide(await at(150, 500), await at(150, 300))
  expect(start - (await top())).toBeGreaterThan(100)
  // Scroll momentum depends on the browser.
  await paper(editor, 1).evaluate((sheet) => sheet.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await atRest(paper(editor, 1))

  await takeUp(editor, 'Dibujar')
  const still = await top()
  await slide(await at(60, 300), await at(200, 380))
  await expect(editor.locator('.canvasWrapper svg.draw')).toHaveCount(1)
  expect(await top()).toBeCloseTo(still, 0)

  await takeUp(editor, 'Texto')
  await tapAt(page, await at(80, 450))
  await textBegun(editor)
  await page.keyboard.type('Con el dedo')
  await page.keyboard.press('Escape')
  const text = annotations(editor, 'freeText')
  await expect(text).toHaveText('Con el dedo')
  const before = await boxOf(text)
  const middle = await middleOf(text)
  await slide(middle, { x: middle.x + 60, y: middle.y - 30 })
  const after = await boxOf(text)
  expect(after.x - before.x).toBeGreaterThan(45)
  expect(after.y - before.y).toBeLessThan(-20)
})

test('touch targets are at least 44 px, and no content is wider than the screen', async ({ page, desk }) => {
  const editor = await open(page, desk, 'grande')
  const image = await picture(page, editor)
  const pressed = [
    ...(await editor.getByRole('toolbar', { name: 'Herramientas de anotación' }).getByRole('button').all()),
    ...(await editor.getByRole('group', { name: 'Páginas y zoom' }).getByRole('button').all()),
    ...(await image.getByRole('button').all()),
    editor.getByRole('button', { name: 'Terminar' }),
    editor.getByRole('button', { name: 'Imagen: opciones' }),
  ]
  for (const button of pressed) {
    if (!(await button.isVisible())) continue
    const { width, height } = await boxOf(button)
    const name = await button.evaluate((element) => element.outerHTML.slice(0, 80))
    expect(width, name).toBeGreaterThanOrEqual(TARGET)
    expect(height, name).toBeGreaterThanOrEqual(TARGET)
  }
  // The touch area is larger than the handle.
  const grip = await handle(image, 'bottomRight').evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return [-17, 17].every((by) => document.elementFromPoint(x + by, y + by) === element)
  })
  expect(grip).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('on a phone, the options of a tool open in a sheet as wide as the screen', async ({ page, desk }) => {
  const editor = await open(page, desk, 'hoja')
  await takeUp(editor, 'Dibujar')
  const sheet = editor.getByRole('region', { name: 'Opciones: Dibujar' })
  await expect(sheet).toHaveCount(0)
  await editor.getByRole('button', { name: 'Dibujar: opciones' }).tap()
  await expect(sheet).toBeVisible()
  const { x, width } = await boxOf(sheet)
  expect([x, width]).toEqual([0, 390])
  await sheet.getByLabel('Rojo', { exact: true }).check()
  await sheet.getByRole('button', { name: 'Cerrar las opciones' }).tap()
  await expect(sheet).toHaveCount(0)
})
