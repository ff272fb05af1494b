import fc from 'fast-check'
import type { CanvasRect, FractionRect, PageRotation, PageView, PdfBox, Rect, Size } from './geometry.ts'
import { clampInto, fromPdfBox, seenSize, toCanvas, toFractions, toPdfBox } from './geometry.ts'

const cropBox: PdfBox = { x0: 10, y0: 20, x1: 410, y1: 220 }
const topLeft: FractionRect = { x: 0, y: 0, width: 0.5, height: 0.1 }
const sides = ['x', 'y', 'width', 'height'] as const
const EPSILON = 1e-6

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const anyView: fc.Arbitrary<PageView> = fc
  .record({
    x0: real(-5000, 5000),
    y0: real(-5000, 5000),
    width: real(10, 5000),
    height: real(10, 5000),
    rotate: fc.constantFrom<PageRotation[]>(0, 90, 180, 270),
  })
  .map(({ x0, y0, width, height, rotate }) => ({ cropBox: { x0, y0, x1: x0 + width, y1: y0 + height }, rotate }))
const fraction = real(0, 1)
const anyPart: fc.Arbitrary<FractionRect> = fc
  .tuple(fraction, fraction, fraction, fraction)
  .map(([a, b, c, d]) => ({ x: Math.min(a, b), y: Math.min(c, d), width: Math.abs(a - b), height: Math.abs(c - d) }))
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

test.each<[PageRotation, PdfBox]>([
  [0, { x0: 10, y0: 200, x1: 210, y1: 220 }],
  [90, { x0: 10, y0: 20, x1: 50, y1: 120 }],
  [180, { x0: 210, y0: 20, x1: 410, y1: 40 }],
  [270, { x0: 370, y0: 120, x1: 410, y1: 220 }],
])('the top left of a page turned by %d', (rotate, box) => {
  expect(toPdfBox({ cropBox, rotate }, topLeft)).toEqual(box)
})

test('fractions survive the way to the PDF and back, whatever crop box and rotation', () => {
  fc.assert(fc.property(anyView, anyPart, (view, part) => expectClose(fromPdfBox(view, toPdfBox(view, part)), part)))
})

test('a field dropped at any zoom on any page gets the rectangle of the PDF that was under it', () => {
  fc.assert(
    fc.property(anyView, anyPart, real(0.5, 3), (view, part, zoom) => {
      const page = seenSize(view)
      const onScreen = toCanvas(part, { width: page.width * zoom, height: page.height * zoom })
      const canvas = {
        x: onScreen.x / zoom,
        y: onScreen.y / zoom,
        width: onScreen.width / zoom,
        height: onScreen.height / zoom,
      }
      expectClose(fromPdfBox(view, toPdfBox(view, toFractions(canvas, page))), part)
    }),
  )
})

test('a rectangle keeps its seen size and stays inside the crop box', () => {
  fc.assert(
    fc.property(anyView, anyPart, (view, part) => {
      const box = toPdfBox(view, part)
      const page = seenSize(view)
      const seen = seenSize({ cropBox: box, rotate: view.rotate })
      expect(seen.width).toBeCloseTo(part.width * page.width, 6)
      expect(seen.height).toBeCloseTo(part.height * page.height, 6)
      expect(box.x0).toBeGreaterThanOrEqual(view.cropBox.x0 - EPSILON)
      expect(box.y0).toBeGreaterThanOrEqual(view.cropBox.y0 - EPSILON)
      expect(box.x1).toBeLessThanOrEqual(view.cropBox.x1 + EPSILON)
      expect(box.y1).toBeLessThanOrEqual(view.cropBox.y1 + EPSILON)
    }),
  )
})

test('whatever is asked for is clamped inside the page, and what is inside is left alone', () => {
  fc.assert(
    fc.property(pages, anywhere, (page, rect) => {
      const inside = clampInto(rect, page)
      expectInside(inside, page)
      expect(clampInto(inside, page)).toEqual(inside)
    }),
  )
})

test('canvas pixels → fractions → canvas pixels is the identity for what lies on the page', () => {
  fc.assert(
    fc.property(pages, anywhere, (page, rect) => {
      const placed = clampInto(rect, page)
      expectClose(toCanvas(toFractions(placed, page), page), placed)
    }),
  )
})

test('fractions are always within 0 and 1, and so is their far corner', () => {
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
