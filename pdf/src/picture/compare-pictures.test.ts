import fc from 'fast-check'
import type { PageRect } from '../syntax/page-geometry.ts'
import { comparePagePictures, EDGE_PIXELS, hidesInk } from './compare-pictures.ts'
import type { RenderedPage } from './renderer.ts'

interface Block {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The same noise for the same size. */
function draw(width: number, height: number, blocks: readonly Block[] = []): RenderedPage {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 2_654_435_761) >>> 24
  for (const block of blocks) {
    for (let y = block.y; y < Math.min(height, block.y + block.height); y++)
      for (let x = block.x; x < Math.min(width, block.x + block.width); x++) {
        const at = (y * width + x) * 4
        pixels[at] = (pixels[at] ?? 0) ^ 1
      }
  }
  return { width, height, pixels, points: { width: width / 2, height: height / 2 }, rotation: 0 }
}

const sizes = fc.record({ width: fc.integer({ min: 1, max: 120 }), height: fc.integer({ min: 1, max: 120 }) })
const cases = sizes.chain(({ width, height }) =>
  fc.record({
    width: fc.constant(width),
    height: fc.constant(height),
    blocks: fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: width - 1 }),
        y: fc.integer({ min: 0, max: height - 1 }),
        width: fc.integer({ min: 1, max: 40 }),
        height: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  }),
)

const differs = (a: RenderedPage, b: RenderedPage, x: number, y: number): boolean =>
  a.pixels[(y * a.width + x) * 4] !== b.pixels[(y * a.width + x) * 4]

const holds = (rect: PageRect, x: number, y: number, { width, height }: RenderedPage): boolean =>
  rect.x * width <= x + 1e-6 &&
  x + 1 <= (rect.x + rect.width) * width + 1e-6 &&
  rect.y * height <= y + 1e-6 &&
  y + 1 <= (rect.y + rect.height) * height + 1e-6

test('identical pictures never differ', () => {
  fc.assert(
    fc.property(sizes, ({ width, height }) =>
      expect(comparePagePictures(draw(width, height), draw(width, height), [])).toEqual([]),
    ),
  )
})

test('every changed pixel lies in a reported rectangle, whatever its colour and place', () => {
  fc.assert(
    fc.property(cases, ({ width, height, blocks }) => {
      const [before, after] = [draw(width, height), draw(width, height, blocks)]
      const found = comparePagePictures(before, after, [])
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if (differs(before, after, x, y)) expect(found.some((rect) => holds(rect, x, y, before))).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('an allowed rectangle excuses the pixels inside it and its edge, and no other pixel', () => {
  fc.assert(
    fc.property(cases, ({ width, height, blocks: [first, ...blocks] }) => {
      if (first === undefined) return
      const allowed = {
        x: first.x / width,
        y: first.y / height,
        width: first.width / width,
        height: first.height / height,
      }
      const [before, after] = [draw(width, height), draw(width, height, [first, ...blocks])]
      const found = comparePagePictures(before, after, [allowed])
      const isExcused = (x: number, y: number, edge: number): boolean =>
        x >= first.x - edge &&
        x < first.x + first.width + edge &&
        y >= first.y - edge &&
        y < first.y + first.height + edge
      let isAllExcused = true
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          if (!differs(before, after, x, y)) continue
          // Rounding may grow the edge by one pixel, never by more.
          if (!isExcused(x, y, EDGE_PIXELS + 1)) expect(found.some((rect) => holds(rect, x, y, before))).toBe(true)
          if (!isExcused(x, y, EDGE_PIXELS)) isAllExcused = false
        }
      if (isAllExcused) expect(found).toEqual([])
    }),
    { numRuns: 50 },
  )
})

const whole = [{ x: 0, y: 0, width: 1, height: 1 }]

test.each<[string, Partial<RenderedPage>]>([
  ['another width in points', { points: { width: 6, height: 5 } }],
  ['another height in points', { points: { width: 5, height: 5.01 } }],
  ['another rotation', { rotation: 180 }],
  ['more pixels', { width: 11, pixels: new Uint8Array(440) }],
  ['fewer bytes than its size says', { pixels: new Uint8Array(396) }],
  ['no bytes', { pixels: new Uint8Array() }],
])('a page with %s differs as a whole, even where everything is allowed', (_, other) => {
  const before = { ...draw(10, 10), points: { width: 5, height: 5 } }
  expect(comparePagePictures(before, { ...before, ...other }, whole)).toEqual(whole)
})

test.each<[string, PageRect]>([
  ['is no number', { x: Number.NaN, y: 0, width: 1, height: 1 }],
  ['is turned inside out', { x: 1, y: 1, width: -1, height: -1 }],
  ['lies beside the page', { x: 2, y: 2, width: 1, height: 1 }],
])('an allowed rectangle that %s excuses nothing', (_, rect) => {
  const [before, after] = [draw(60, 60), draw(60, 60, [{ x: 20, y: 20, width: 10, height: 10 }])]
  expect(comparePagePictures(before, after, [rect])).toHaveLength(1)
})

test('changes far apart are told apart, and letters of a line are one change', () => {
  const block = { y: 10, width: 4, height: 4 }
  const near = [10, 20, 30].map((x) => ({ ...block, x }))
  const [before, after] = [draw(400, 100), draw(400, 100, [...near, { ...block, x: 300 }])]
  const found = comparePagePictures(before, after, [])
  expect(found.map(({ x, width }) => [x * 400, width * 400].map(Math.round))).toEqual([
    [10, 24],
    [300, 4],
  ])
})

test('a picture that differs in every second pixel is compared in one pass and gives few rectangles', () => {
  const size = 3000
  const [before, after] = [draw(size, size), draw(size, size)]
  for (let at = 0; at < after.pixels.length; at += 8) after.pixels[at] = 255 - (before.pixels[at] ?? 0)
  expect(comparePagePictures(before, after, []).length).toBeLessThanOrEqual(20)
})

describe('print that a drawing hides', () => {
  const SIZE = 60
  const paper = (dark: (x: number, y: number) => boolean): RenderedPage => {
    const pixels = new Uint8Array(SIZE * SIZE * 4).fill(255)
    for (let at = 0; at < SIZE * SIZE; at++)
      if (dark(at % SIZE, Math.floor(at / SIZE))) pixels.fill(0, at * 4, at * 4 + 3)
    return { width: SIZE, height: SIZE, pixels, points: { width: 30, height: 30 }, rotation: 0 }
  }
  const ALL = { x: 0, y: 0, width: 1, height: 1 }
  /** A row of digits, about 10 pt high. */
  const print = (x: number, y: number): boolean => y > 20 && y < 40 && x % 6 < 2
  const isLine = (x: number, y: number): boolean => y > 40 && y < 43 && x < SIZE

  test('is found if it is gone, and if other print is in its place', () => {
    expect(
      hidesInk(
        paper(print),
        paper(() => false),
        ALL,
      ),
    ).toBe(true)
    expect(
      hidesInk(
        paper(print),
        paper((x, y) => print(x + 3, y)),
        ALL,
      ),
    ).toBe(true)
  })

  test('is found if one digit of a repeated text differs', () => {
    const digit = (x: number, y: number): boolean => print(x, y) && !(x >= 30 && x < 36)
    expect(hidesInk(paper(print), paper(digit), ALL)).toBe(true)
  })

  test('is not found outside of the rectangle, or in a rectangle without area', () => {
    expect(
      hidesInk(
        paper(print),
        paper(() => false),
        { x: 0, y: 0.8, width: 1, height: 0.2 },
      ),
    ).toBe(false)
    expect(
      hidesInk(
        paper(print),
        paper(() => false),
        { x: 0, y: Number.NaN, width: 1, height: 1 },
      ),
    ).toBe(false)
  })

  test('is still there under a dark pen, whatever its shape', () => {
    const stroke = fc.array(fc.record({ x: fc.nat(SIZE), y: fc.nat(SIZE) }), { maxLength: 200 })
    fc.assert(
      fc.property(stroke, (dots) => {
        const drawn = paper((x, y) => print(x, y) || isLine(x, y) || dots.some((dot) => dot.x === x && dot.y === y))
        expect(
          hidesInk(
            paper((x, y) => print(x, y) || isLine(x, y)),
            drawn,
            ALL,
          ),
        ).toBe(false)
      }),
      { numRuns: 30 },
    )
  })
})
