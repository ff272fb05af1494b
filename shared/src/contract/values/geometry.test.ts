import fc from 'fast-check'
import type { CanvasRect, Rect, Size } from './geometry.ts'
import { clampInto, toCanvas, toFractions } from './geometry.ts'

const sides = ['x', 'y', 'width', 'height'] as const
const EPSILON = 1e-6

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const pages = fc.record({ width: real(60, 4000), height: real(60, 4000) })
const anywhere: fc.Arbitrary<CanvasRect> = fc.record({
  x: real(-5000, 5000),
  y: real(-5000, 5000),
  width: real(1, 5000),
  height: real(1, 5000),
})

const expectClose = (a: Rect, b: Rect, digits = 6) => {
  for (const side of sides) expect(a[side]).toBeCloseTo(b[side], digits)
}
const expectInside = (rect: CanvasRect, page: Size) => {
  expect(rect.x).toBeGreaterThanOrEqual(-EPSILON)
  expect(rect.y).toBeGreaterThanOrEqual(-EPSILON)
  expect(rect.x + rect.width).toBeLessThanOrEqual(page.width + EPSILON)
  expect(rect.y + rect.height).toBeLessThanOrEqual(page.height + EPSILON)
}

test('clampInto moves any rectangle inside the page, and keeps a rectangle that is already inside', () => {
  fc.assert(
    fc.property(pages, anywhere, (page, rect) => {
      const inside = clampInto(rect, page)
      expectInside(inside, page)
      expect(clampInto(inside, page)).toEqual(inside)
    }),
  )
})

test('a rectangle on the page stays the same after a conversion to fractions and back', () => {
  fc.assert(
    fc.property(pages, anywhere, (page, rect) => {
      const placed = clampInto(rect, page)
      expectClose(toCanvas(toFractions(placed, page), page), placed)
    }),
  )
})

test('fractions and their far corner are always between 0 and 1', () => {
  fc.assert(
    fc.property(pages, anywhere, (page, rect) => {
      const fractions = toFractions(rect, page)
      for (const side of sides) {
        expect(fractions[side]).toBeGreaterThanOrEqual(0)
        expect(fractions[side]).toBeLessThanOrEqual(1)
      }
      expect(fractions.x + fractions.width).toBeLessThanOrEqual(1)
      expect(fractions.y + fractions.height).toBeLessThanOrEqual(1)
    }),
  )
})
