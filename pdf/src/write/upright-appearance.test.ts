import fc from 'fast-check'
import { fromPdfBox, type PageRotation, type PageView, toPdfBox } from '../syntax/index.ts'
import { uprightAppearance } from './upright-appearance.ts'

const anyView: fc.Arbitrary<PageView> = fc
  .record({
    x0: fc.double({ min: -5000, max: 5000, noNaN: true }),
    y0: fc.double({ min: -5000, max: 5000, noNaN: true }),
    width: fc.double({ min: 10, max: 5000, noNaN: true }),
    height: fc.double({ min: 10, max: 5000, noNaN: true }),
    rotate: fc.constantFrom<PageRotation[]>(0, 90, 180, 270),
  })
  .map(({ x0, y0, width, height, rotate }) => ({ cropBox: { x0, y0, x1: x0 + width, y1: y0 + height }, rotate }))

test('the corners of an upright appearance lie at the bottom left and top right of its displayed box', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const box = toPdfBox(view, { x: 0.25, y: 0.25, width: 0.5, height: 0.25 })
      const { width, height, matrix } = uprightAppearance(box, view.rotate)
      const [a, b, c, d, e, f] = matrix
      const place = (x: number, y: number) => ({ x: box.x0 + a * x + c * y + e, y: box.y0 + b * x + d * y + f })
      const seenAt = (x: number, y: number) => {
        const point = place(x, y)
        const { x: left, y: top } = fromPdfBox(view, { x0: point.x, y0: point.y, x1: point.x, y1: point.y })
        return { left, top }
      }
      // Seen upright, its origin is at the bottom left.
      expect(seenAt(0, 0).left).toBeCloseTo(0.25, 5)
      expect(seenAt(0, 0).top).toBeCloseTo(0.5, 5)
      expect(seenAt(width, height).left).toBeCloseTo(0.75, 5)
      expect(seenAt(width, height).top).toBeCloseTo(0.25, 5)
    }),
  )
})
