import type { Locator } from 'playwright/test'
import {
  annotate,
  annotations,
  dragBy,
  drawOn,
  handle,
  onPaper,
  paper,
  placeOn,
  placePicture,
  stroke,
  takeUp,
  tool,
  writeOn,
} from '../harness/annotations.ts'
import { annotateKept, annotateNew, test } from '../harness/desk.ts'
import { aContract } from '../harness/editor.ts'
import { sampleOf } from '../harness/sample.ts'
import { expect } from '../harness/trazo.ts'
import { boxOf, middleOf } from '../harness/viewer.ts'

/**
 * Layout uses fractions of a pixel,
 * pdf.js hundredths of a percent.
 */
const PIXEL = 1.5
/** pdf.js merges moves into one step until then (milliseconds). */
const BATCH_MS = 1000

const size = async (annotation: Locator) => {
  const { width, height } = await boxOf(annotation)
  return { width, height }
}

const isSelected = (annotation: Locator) => expect(annotation).toHaveClass(/selectedEditor/)

test('an image has eight resize handles, and a drawing, which keeps its aspect ratio, has four', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  const image = await placePicture(page, editor, 200, 100)
  await isSelected(image)
  const names = (annotation: Locator) =>
    annotation
      .locator('.resizer')
      .evaluateAll((handles) => handles.map((element) => element.getAttribute('data-resizer-name')))
  expect(await names(image)).toEqual([
    'topLeft',
    'topMiddle',
    'topRight',
    'middleRight',
    'bottomRight',
    'bottomMiddle',
    'bottomLeft',
    'middleLeft',
  ])
  const drawing = await drawOn(page, editor, 1, [
    { x: 60, y: 500 },
    { x: 200, y: 560 },
  ])
  await isSelected(drawing)
  expect(await names(drawing)).toEqual(['topLeft', 'topRight', 'bottomRight', 'bottomLeft'])
})

test('corner handles keep the aspect ratio of an image, and side handles do not', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const image = await placePicture(page, editor, 200, 100)
  const before = await size(image)
  await dragBy(page, handle(image, 'bottomRight'), { x: 60, y: 10 })
  const after = await size(image)
  expect(after.width).toBeGreaterThan(before.width + 20)
  expect(after.width / after.height).toBeCloseTo(before.width / before.height, 1)
  await dragBy(page, handle(image, 'middleRight'), { x: 50, y: 0 })
  const wider = await size(image)
  expect(wider.width - after.width).toBeCloseTo(50, 0)
  expect(Math.abs(wider.height - after.height)).toBeLessThan(PIXEL)
})

test('resizing an annotation stops at the minimum size of 16 units', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const image = await placePicture(page, editor, 200, 200)
  await dragBy(page, handle(image, 'middleRight'), { x: -198, y: 0 })
  await dragBy(page, handle(image, 'bottomMiddle'), { x: 0, y: -198 })
  const { width, height } = await size(image.locator('canvas'))
  expect(Math.abs(width - 16)).toBeLessThan(PIXEL)
  expect(Math.abs(height - 16)).toBeLessThan(PIXEL)
})

for (const rotate of sampleOf([0, 90, 180, 270] as const, 1)) {
  test(`an annotation that is dragged beyond a page rotated by ${rotate} degrees stays inside the page`, async ({
    page,
    desk,
  }) => {
    const { editor } = await annotateNew(page, desk, `girada${rotate}`, [{ text: 'Girada', rotate }])
    const image = await placePicture(page, editor, 120, 80)
    for (const by of [
      { x: -2000, y: 0 },
      { x: 2000, y: 0 },
      { x: 0, y: -2000 },
      { x: 0, y: 2000 },
    ]) {
      const from = await middleOf(image)
      await stroke(page, [from, { x: from.x + by.x / 4, y: from.y + by.y / 4 }, { x: from.x + by.x, y: from.y + by.y }])
      const place = await placeOn(editor, 1, image.locator('canvas'))
      const slack = 0.006
      expect(place.x, JSON.stringify(by)).toBeGreaterThan(-slack)
      expect(place.y, JSON.stringify(by)).toBeGreaterThan(-slack)
      expect(place.x + place.width, JSON.stringify(by)).toBeLessThan(1 + slack)
      expect(place.y + place.height, JSON.stringify(by)).toBeLessThan(1 + slack)
      await editor.locator('.pdfViewer').evaluate((pages) => pages.parentElement?.scrollTo(0, 0))
    }
  })
}

test('dragging moves an annotation to another page, and one undo moves the annotation back', async ({ page, desk }) => {
  const { editor } = await annotateNew(page, desk, 'cruzar', [
    { text: 'Uno', width: 500, height: 300 },
    { text: 'Dos', width: 500, height: 300 },
  ])
  const text = await writeOn(page, editor, 1, { x: 200, y: 220 }, 'Viajera')
  const before = await placeOn(editor, 1, text)
  const from = await middleOf(text)
  const to = await onPaper(editor, 2, { x: 220, y: 120 })
  await stroke(page, [from, { x: from.x, y: from.y + 30 }, to])
  await expect(annotations(paper(editor, 2), 'freeText')).toHaveCount(1)
  await expect(annotations(paper(editor, 1), 'freeText')).toHaveCount(0)
  await tool(editor, 'Deshacer').click()
  await expect(annotations(paper(editor, 1), 'freeText')).toHaveCount(1)
  const back = await placeOn(editor, 1, annotations(paper(editor, 1), 'freeText'))
  expect(back.x).toBeCloseTo(before.x, 2)
  expect(back.y).toBeCloseTo(before.y, 2)
  await tool(editor, 'Deshacer').click()
  await expect(annotations(editor, 'freeText')).toHaveCount(0)
})

test('a drag that ends at its start point adds no undo step', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const text = await writeOn(page, editor, 1, { x: 200, y: 300 }, 'Quieta')
  const from = await middleOf(text)
  await stroke(page, [from, { x: from.x + 40, y: from.y }, from])
  await tool(editor, 'Deshacer').click()
  await expect(annotations(editor, 'freeText')).toHaveCount(0)
})

test('keyboard moves form one undo step until the keys rest for 1000 ms', async ({ browser, trazo }) => {
  const page = await browser.newPage()
  await page.clock.install()
  const editor = await (await aContract(trazo, 'flechas')).open(page)
  await annotate(editor)
  const image = await placePicture(page, editor, 100, 100)
  await image.focus()
  const before = await boxOf(image)
  const left = async () => (await boxOf(image)).x - before.x
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+ArrowRight')
  expect(await left()).toBeCloseTo(15, 0)
  await page.clock.fastForward(BATCH_MS)
  await page.keyboard.press('ArrowRight')
  expect(await left()).toBeCloseTo(16, 0)
  await page.clock.fastForward(BATCH_MS)
  await page.keyboard.press('Control+z')
  await expect.poll(left).toBeCloseTo(15, 0)
  await page.keyboard.press('Control+z')
  await expect.poll(left).toBeCloseTo(0, 0)
})

test('Enter focuses the resize handles, arrow keys resize, and Escape returns the focus to the image', async ({
  page,
  desk,
}) => {
  const editor = await annotateKept(page, desk)
  const image = await placePicture(page, editor, 100, 100)
  await image.focus()
  await page.keyboard.press('Enter')
  await expect(handle(image, 'topLeft')).toBeFocused()
  await expect(handle(image, 'topLeft')).toHaveAccessibleName('Esquina superior izquierda: cambiar el tamaño')
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
  await expect(handle(image, 'middleRight')).toBeFocused()
  const { width } = await boxOf(image)
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Control+ArrowRight')
  expect((await boxOf(image)).width - width).toBeCloseTo(40, 0)
  await page.keyboard.press('Escape')
  await expect(image).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await boxOf(image)).width - width).toBeCloseTo(0, 0)
})

test('Shift adds an annotation to the selection, and selected annotations move together', async ({ page, desk }) => {
  const editor = await annotateKept(page, desk)
  const [first, second] = [
    await writeOn(page, editor, 1, { x: 100, y: 250 }, 'Primero'),
    await writeOn(page, editor, 1, { x: 100, y: 320 }, 'Segundo'),
  ]
  await isSelected(second)
  await first.click({ modifiers: ['Shift'] })
  await isSelected(first)
  await isSelected(second)
  const [a, b] = [await boxOf(first), await boxOf(second)]
  await dragBy(page, first, { x: 60, y: 20 })
  expect((await boxOf(first)).x - a.x).toBeCloseTo(60, 0)
  expect((await boxOf(second)).x - b.x).toBeCloseTo(60, 0)
  await tool(editor, 'Deshacer').click()
  await expect.poll(async () => (await boxOf(second)).x - b.x).toBeCloseTo(0, 0)
})

test('zooming keeps an annotation in its place on the page, and zooming in stops at 300 %', async ({ page, desk }) => {
  const { editor } = await annotateNew(page, desk, 'acercar')
  const image = await placePicture(page, editor, 150, 100)
  const before = await placeOn(editor, 1, image)
  await editor.getByRole('button', { name: 'Acercar' }).click()
  await expect(editor.getByText('125%')).toBeVisible()
  expect(Math.abs((await boxOf(paper(editor, 1))).width - 595 * 1.25)).toBeLessThan(PIXEL)
  const after = await placeOn(editor, 1, image)
  expect(after.x).toBeCloseTo(before.x, 2)
  expect(after.y).toBeCloseTo(before.y, 2)
  for (let presses = 0; presses < 7; presses += 1) await editor.getByRole('button', { name: 'Acercar' }).click()
  await expect(editor.getByText('300%')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Acercar' })).toHaveAttribute('aria-disabled', 'true')
  await takeUp(editor, 'Dibujar')
  for (let presses = 0; presses < 10; presses += 1) await editor.getByRole('button', { name: 'Alejar' }).click()
  await expect(editor.getByRole('group', { name: 'Páginas y zoom' }).getByText('50%', { exact: true })).toBeVisible()
})
