import * as fc from 'fast-check'
import type { CanvasRect, Size } from '../geometry/geometry.ts'
import { toCanvas, toFractions } from '../geometry/geometry.ts'
import { OWN_FIELD_SIZE, THIRD_PARTY_FIELD } from './constants.ts'
import { freePlace, rectOverlapArea } from './free-place.ts'

const A4: Size = { width: 595, height: 842 }
const turned: Size = { width: 842, height: 595 }
const at = (x: number, y: number): CanvasRect => ({ ...THIRD_PARTY_FIELD, x, y })
const EPSILON = 1e-6

const added = (page: Size, count: number, wanted: CanvasRect = THIRD_PARTY_FIELD): readonly CanvasRect[] => {
  const placed: CanvasRect[] = []
  for (let index = 0; index < count; index += 1) {
    placed.push(toCanvas(toFractions(freePlace(wanted, page, placed), page), page))
  }
  return placed
}

const overlaps = (rects: readonly CanvasRect[]): boolean =>
  rects.some((a, index) => rects.slice(index + 1).some((b) => rectOverlapArea(a, b) > 0))

const expectInside = ({ x, y, width, height }: CanvasRect, page: Size) => {
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(-EPSILON)
  expect(x + width).toBeLessThanOrEqual(page.width + EPSILON)
  expect(y + height).toBeLessThanOrEqual(page.height + EPSILON)
}

test.each<[string, readonly CanvasRect[], CanvasRect]>([
  ['the first at the place of the specification', [], at(100, 100)],
  ['the second below it', [at(100, 100)], at(100, 160)],
  ['the third below both', [at(100, 100), at(100, 160)], at(100, 220)],
  ['a gap in the column is used', [at(100, 100), at(100, 220)], at(100, 160)],
  ['a field near by, but not under it, does not matter', [at(100, 155)], at(100, 100)],
  ['a full column: the nearest place next to it', [{ x: 90, y: 0, width: 220, height: 842 }], at(320, 100)],
])('freePlace places a new field: %s', (_case, others, expected) => {
  expect(freePlace(THIRD_PARTY_FIELD, A4, others)).toEqual(expected)
})

test.each([
  ['upright', A4],
  ['turned by 90°', turned],
  ['narrower than a field', { width: 150, height: 400 }],
  ['smaller than a field', { width: 120, height: 40 }],
])('freePlace keeps 40 new fields inside a page that is %s', (_case, page) => {
  for (const rect of added(page, 40)) expectInside(rect, page)
})

test.each([
  ['upright', A4],
  ['turned by 90°', turned],
])('freePlace puts twenty fields on a page that is %s without an overlap', (_case, page) => {
  expect(overlaps(added(page, 20))).toBe(false)
})

test('the second field of the owner goes below the first one at the centre', () => {
  const centre = { x: 197.5, y: 391, ...OWN_FIELD_SIZE }
  expect(added(A4, 2, centre).map(({ x, y }) => [Math.round(x * 10) / 10, Math.round(y)])).toEqual([
    [197.5, 391],
    [197.5, 461],
  ])
})

test('on a full page, freePlace puts no field exactly on another one', () => {
  const page = { width: 450, height: 130 }
  const rects = added(page, 5)
  expect(new Set(rects.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)).size).toBe(5)
})

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
const pages = fc
  .record({ width: real(60, 1500), height: real(60, 1500), rotate: fc.constantFrom(0, 90, 180, 270) })
  .map(({ width, height, rotate }): Size => (rotate % 180 === 0 ? { width, height } : { width: height, height: width }))
const scenes = pages.chain((page) =>
  fc.record({
    page: fc.constant(page),
    others: fc.array(
      fc
        .record({
          x: real(0, page.width - 50),
          y: real(0, page.height - 30),
          width: real(50, 300),
          height: real(30, 100),
        })
        .map((rect) => toCanvas(toFractions(rect, page), page)),
      { maxLength: 12 },
    ),
  }),
)

test('property: freePlace keeps a field inside the page and its size, whatever fields exist', () => {
  fc.assert(
    fc.property(scenes, ({ page, others }) => {
      const rect = freePlace(THIRD_PARTY_FIELD, page, others)
      expectInside(rect, page)
      expect([rect.width, rect.height]).toEqual([Math.min(200, page.width), Math.min(50, page.height)])
    }),
  )
})

/** A grid finds room; it may miss a narrow place. */
const hasRoom = (page: Size, others: readonly CanvasRect[]): boolean => {
  const size = { width: Math.min(200, page.width), height: Math.min(50, page.height) }
  const steps = Array.from({ length: 21 }, (_, index) => index / 20)
  return steps.some((part) =>
    steps.some((other) => {
      const rect = { x: part * (page.width - size.width), y: other * (page.height - size.height), ...size }
      return others.every((field) => rectOverlapArea(rect, field) === 0)
    }),
  )
}

test('property: freePlace causes no overlap while the page has room', () => {
  fc.assert(
    fc.property(scenes, ({ page, others }) => {
      fc.pre(hasRoom(page, others))
      const rect = freePlace(THIRD_PARTY_FIELD, page, others)
      expect(others.filter((other) => rectOverlapArea(rect, other) > 0)).toEqual([])
    }),
  )
})
