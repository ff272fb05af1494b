import type { Locator, Page } from 'playwright/test'

/** SVG paths in a 200 × 72 box, one per stroke. */
export type Handwriting = readonly string[]

export const signatureOfElena: Handwriting = [
  'M42 17C36 9 21 11 20 21c-1 8 8 10 15 9-11 0-21 8-19 17 2 9 17 7 27 0 9-7 18-32 13-37-6-4-11 24-9 36 1 7 8 5 13 0 5-4 10-12 6-14-6-2-9 12-4 17 4 4 12-1 16-6 2-3 3-7 4-8 1 5-1 12-1 15 2-8 7-16 11-14 3 2-1 12 2 14 4 3 9-3 12-8 5-7 13-9 14-5-5-4-13 3-11 10 2 6 10-2 12-9-1 7-1 12 4 12 9 0 21-9 38-18',
  'M26 63c46-6 96-8 150-5',
]
export const signatureOfLuis: Handwriting = [
  'M24 47c22-6 42-36 33-40-8-3-19 24-24 37-3 8-9 10-15 7-5-3 2-9 10-5 10 5 20 9 31 3 8-5 9-15 11-15 1 2-4 15 1 15 6 0 9-15 11-15 1 2-3 14 2 15 6 1 8-14 10-15 1 2-3 14 2 15 5 0 9-7 10-13 2 6 5 8 3 12-2 3-8 3-10 0 8 3 14-1 18-6',
  'M126 15c2 12 5 28 9 37 8-16 17-33 33-43 6-3 9 1 5 5',
  'M40 65c46-7 94-7 140-2',
]

const BOX = { width: 200, height: 72 }
/** Mouse positions per stroke. */
const STEPS = 90
const FILL = 0.9

interface Point {
  readonly x: number
  readonly y: number
}

const pointsOf = (page: Page, handwriting: Handwriting): Promise<Point[][]> =>
  page.evaluate(
    ({ paths, steps }) =>
      paths.map((d) => {
        const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
        path.setAttribute('d', d)
        const length = path.getTotalLength()
        return Array.from({ length: steps + 1 }, (_, step) => {
          const { x, y } = path.getPointAtLength((length * step) / steps)
          return { x, y }
        })
      }),
    { paths: [...handwriting], steps: STEPS },
  )

export const write = async (page: Page, paper: Locator, handwriting: Handwriting): Promise<void> => {
  await paper.hover({ trial: true })
  const box = await paper.boundingBox()
  if (!box) throw new Error('the paper has no place on the screen')
  const scale = FILL * Math.min(box.width / BOX.width, box.height / BOX.height)
  const left = box.x + (box.width - BOX.width * scale) / 2
  const top = box.y + (box.height - BOX.height * scale) / 2
  for (const stroke of await pointsOf(page, handwriting)) {
    const [start, ...rest] = stroke.map(({ x, y }) => ({ x: left + x * scale, y: top + y * scale }))
    if (!start) continue
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    for (const { x, y } of rest) await page.mouse.move(x, y)
    await page.mouse.up()
  }
}
