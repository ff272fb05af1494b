import fc from 'fast-check'
import { fromPdfBox, type PageRect, type PageRotation, type PageView, seenSize, toPdfBox } from 'pdf'
import { toCanvas, toFractions } from 'shared/contract'

const sides = ['x', 'y', 'width', 'height'] as const

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

test('a field placed at any zoom keeps its place on the page after conversion to PDF coordinates and back', () => {
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
