import fc from 'fast-check'
import type { PageRect, PageRotation, PageView, PdfBox } from './page-geometry.ts'
import { fromPdfBox, intersectBoxes, rotationOf, seenSize, toPdfBox } from './page-geometry.ts'

const cropBox: PdfBox = { x0: 10, y0: 20, x1: 410, y1: 220 }
/** Half as wide, a tenth as high as the page as seen. */
const topLeft: PageRect = { x: 0, y: 0, width: 0.5, height: 0.1 }
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
const anyPart: fc.Arbitrary<PageRect> = fc
  .tuple(fraction, fraction, fraction, fraction)
  .map(([a, b, c, d]) => ({ x: Math.min(a, b), y: Math.min(c, d), width: Math.abs(a - b), height: Math.abs(c - d) }))

const expectClose = (a: PageRect, b: PageRect, digits = 6) => {
  for (const side of sides) expect(a[side]).toBeCloseTo(b[side], digits)
}

test.each([
  [0, 0],
  [-90, 270],
  [450, 90],
  [720, 0],
  [45, undefined],
  [0.5, undefined],
])('the rotation of /Rotate %d is %p', (degrees, rotation) => {
  expect(rotationOf(degrees)).toBe(rotation)
})

test('the intersection of two boxes is their common area, or undefined without one', () => {
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 }
  expect(intersectBoxes(box, { x0: 5, y0: -5, x1: 20, y1: 5 })).toEqual({ x0: 5, y0: 0, x1: 10, y1: 5 })
  expect(intersectBoxes(box, { x0: 10, y0: 0, x1: 20, y1: 10 })).toBeUndefined()
})

test.each<[PageRotation, PdfBox]>([
  [0, { x0: 10, y0: 200, x1: 210, y1: 220 }],
  [90, { x0: 10, y0: 20, x1: 50, y1: 120 }],
  [180, { x0: 210, y0: 20, x1: 410, y1: 40 }],
  [270, { x0: 370, y0: 120, x1: 410, y1: 220 }],
])('a rectangle at the top left of a page rotated by %d degrees gives the expected PDF box', (rotate, box) => {
  expect(toPdfBox({ cropBox, rotate }, topLeft)).toEqual(box)
})

test('fractions convert to PDF coordinates and back, with any crop box and rotation', () => {
  fc.assert(fc.property(anyView, anyPart, (view, part) => expectClose(fromPdfBox(view, toPdfBox(view, part)), part)))
})

test('a rectangle keeps its displayed size and stays inside the crop box', () => {
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
