import fc from 'fast-check'
import {
  type Box,
  type FractionRect,
  type PageView,
  type Rotation,
  rotationOf,
  seenSize,
  toFractions,
  toPdfRect,
  uprightAppearance,
} from './page-geometry.ts'

const cropBox: Box = { x0: 10, y0: 20, x1: 410, y1: 220 }
/** A strip at the top left of the page as seen: half as wide, a tenth as high. */
const topLeft: FractionRect = { x: 0, y: 0, width: 0.5, height: 0.1 }

test.each<[Rotation, Box]>([
  [0, { x0: 10, y0: 200, x1: 210, y1: 220 }],
  [90, { x0: 10, y0: 20, x1: 50, y1: 120 }],
  [180, { x0: 210, y0: 20, x1: 410, y1: 40 }],
  [270, { x0: 370, y0: 120, x1: 410, y1: 220 }],
])('the top left of a page turned by %d', (rotate, box) => {
  expect(toPdfRect({ cropBox, rotate }, topLeft)).toEqual(box)
})

test.each([
  [0, 0],
  [-90, 270],
  [450, 90],
  [720, 0],
  [45, undefined],
  [0.5, undefined],
])('/Rotate %d is %p', (degrees, rotation) => {
  expect(rotationOf(degrees)).toBe(rotation)
})

const anyView: fc.Arbitrary<PageView> = fc
  .record({
    x0: fc.double({ min: -5000, max: 5000, noNaN: true }),
    y0: fc.double({ min: -5000, max: 5000, noNaN: true }),
    width: fc.double({ min: 10, max: 5000, noNaN: true }),
    height: fc.double({ min: 10, max: 5000, noNaN: true }),
    rotate: fc.constantFrom<Rotation[]>(0, 90, 180, 270),
  })
  .map(({ x0, y0, width, height, rotate }) => ({ cropBox: { x0, y0, x1: x0 + width, y1: y0 + height }, rotate }))

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const anyRect: fc.Arbitrary<FractionRect> = fc
  .tuple(fraction, fraction, fraction, fraction)
  .map(([a, b, c, d]) => ({ x: Math.min(a, b), y: Math.min(c, d), width: Math.abs(a - b), height: Math.abs(c - d) }))

test('fractions survive the way to the page and back', () => {
  fc.assert(
    fc.property(anyView, anyRect, (view, rect) => {
      const back = toFractions(view, toPdfRect(view, rect))
      for (const key of ['x', 'y', 'width', 'height'] as const) expect(back[key]).toBeCloseTo(rect[key], 6)
    }),
  )
})

test('a rectangle keeps its seen size and stays inside the crop box', () => {
  fc.assert(
    fc.property(anyView, anyRect, (view, rect) => {
      const box = toPdfRect(view, rect)
      const page = seenSize(view)
      const seen = seenSize({ cropBox: box, rotate: view.rotate })
      expect(seen.width).toBeCloseTo(rect.width * page.width, 6)
      expect(seen.height).toBeCloseTo(rect.height * page.height, 6)
      const slack = 1e-6
      expect(box.x0).toBeGreaterThanOrEqual(view.cropBox.x0 - slack)
      expect(box.y0).toBeGreaterThanOrEqual(view.cropBox.y0 - slack)
      expect(box.x1).toBeLessThanOrEqual(view.cropBox.x1 + slack)
      expect(box.y1).toBeLessThanOrEqual(view.cropBox.y1 + slack)
    }),
  )
})

test('moving right and down as seen are the directions in which the appearance is drawn', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const box = toPdfRect(view, { x: 0.25, y: 0.25, width: 0.5, height: 0.25 })
      const { width, height, matrix } = uprightAppearance(box, view.rotate)
      const [a, b, c, d, e, f] = matrix
      const place = (x: number, y: number) => ({ x: box.x0 + a * x + c * y + e, y: box.y0 + b * x + d * y + f })
      const seenAt = (x: number, y: number) => {
        const point = place(x, y)
        const { x: left, y: top } = toFractions(view, { x0: point.x, y0: point.y, x1: point.x, y1: point.y })
        return { left, top }
      }
      // The appearance's origin is at the bottom left as seen, its far corner at the top right.
      expect(seenAt(0, 0).left).toBeCloseTo(0.25, 5)
      expect(seenAt(0, 0).top).toBeCloseTo(0.5, 5)
      expect(seenAt(width, height).left).toBeCloseTo(0.75, 5)
      expect(seenAt(width, height).top).toBeCloseTo(0.25, 5)
    }),
  )
})
