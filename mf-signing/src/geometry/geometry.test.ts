import * as fc from 'fast-check'
import { clampInto } from 'shared/contract'
import { OWN_FIELD_SIZE } from '../fields/constants.ts'
import type { CanvasRect, Size } from './geometry.ts'
import { centreOf } from './geometry.ts'
import { centredAt, centredRect, moveWithin, resizeHandles, resizeWithin } from './placing.ts'

const MIN: Size = { width: 50, height: 30 }
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
const pages = fc.record({ width: real(60, 4000), height: real(60, 4000) })
const anywhere = fc.record({
  x: real(-5000, 5000),
  y: real(-5000, 5000),
  width: real(1, 5000),
  height: real(1, 5000),
})
const placed = fc.tuple(pages, anywhere).map(([page, rect]) => ({
  page,
  rect: clampInto({ ...rect, width: Math.max(50, rect.width), height: Math.max(30, rect.height) }, page),
}))
const deltas = fc.tuple(real(-5000, 5000), real(-5000, 5000))
const EPSILON = 1e-6

const expectInside = (rect: CanvasRect, page: Size) => {
  expect(rect.x).toBeGreaterThanOrEqual(-EPSILON)
  expect(rect.y).toBeGreaterThanOrEqual(-EPSILON)
  expect(rect.x + rect.width).toBeLessThanOrEqual(page.width + EPSILON)
  expect(rect.y + rect.height).toBeLessThanOrEqual(page.height + EPSILON)
}

test('property: moveWithin keeps the size and stays inside the page', () => {
  fc.assert(
    fc.property(placed, deltas, ({ page, rect }, [dx, dy]) => {
      const moved = moveWithin(rect, dx, dy, page)
      expect(moved).toMatchObject({ width: rect.width, height: rect.height })
      expectInside(moved, page)
    }),
  )
})

test('property: no handle makes a field smaller than 50 × 30 or moves it outside the page', () => {
  fc.assert(
    fc.property(placed, deltas, fc.constantFrom(...resizeHandles), ({ page, rect }, [dx, dy], handle) => {
      const resized = resizeWithin(rect, handle, dx, dy, page, MIN)
      expect(resized.width).toBeGreaterThanOrEqual(MIN.width - EPSILON)
      expect(resized.height).toBeGreaterThanOrEqual(MIN.height - EPSILON)
      expectInside(resized, page)
    }),
  )
})

test('property: resizing by a handle leaves the opposite sides in place', () => {
  fc.assert(
    fc.property(placed, deltas, fc.constantFrom(...resizeHandles), ({ page, rect }, [dx, dy], handle) => {
      const resized = resizeWithin(rect, handle, dx, dy, page, MIN)
      if (handle.includes('w')) expect(resized.x + resized.width).toBeCloseTo(rect.x + rect.width, 6)
      else expect(resized.x).toBeCloseTo(rect.x, 6)
      if (handle.includes('n')) expect(resized.y + resized.height).toBeCloseTo(rect.y + rect.height, 6)
      else expect(resized.y).toBeCloseTo(rect.y, 6)
    }),
  )
})

test.each([
  ['se', 10, 20, { x: 100, y: 100, width: 210, height: 70 }],
  ['nw', 10, 20, { x: 110, y: 120, width: 190, height: 30 }],
  ['n', 99, -10, { x: 100, y: 90, width: 200, height: 60 }],
  ['e', 5, 99, { x: 100, y: 100, width: 205, height: 50 }],
  ['se', -500, -500, { x: 100, y: 100, width: 50, height: 30 }],
  ['nw', 500, 500, { x: 250, y: 120, width: 50, height: 30 }],
  ['w', -500, 0, { x: 0, y: 100, width: 300, height: 50 }],
] as const)('resizeWithin resizes a field by the handle %s by %d, %d', (handle, dx, dy, expected) => {
  const rect = { x: 100, y: 100, width: 200, height: 50 }
  expect(resizeWithin(rect, handle, dx, dy, { width: 612, height: 792 }, MIN)).toEqual(expected)
})

test('property: centredAt keeps 200 × 60, or the size of a smaller page, inside the page', () => {
  fc.assert(
    fc.property(pages, deltas, (page, [x, y]) => {
      const placed = centredAt(OWN_FIELD_SIZE, { x, y }, page)
      expect(placed.width).toBe(Math.min(200, page.width))
      expect(placed.height).toBe(Math.min(60, page.height))
      expectInside(placed, page)
    }),
  )
})

test('centred places a rectangle at the centre of the page', () => {
  const page = { width: 612, height: 792 }
  expect(centreOf(centredRect({ width: 200, height: 60 }, page))).toEqual({ x: 306, y: 396 })
})

test('clampInto shrinks a field to the size of a smaller page', () => {
  const page = { width: 40, height: 20 }
  expect(clampInto({ x: 100, y: 100, width: 200, height: 50 }, page)).toEqual({ x: 0, y: 0, ...page })
})
