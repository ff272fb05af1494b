import * as fc from 'fast-check'
import type { PenStroke } from './strokes.ts'
import { inkBounds, moveStrokes, nibOf, scaleStrokes } from './strokes.ts'

const stroke = (points: [number, number][]): PenStroke => ({
  penColor: '#000000',
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over',
  ...nibOf({ color: '#000000', thickness: 2 }),
  points: points.map(([x, y], index) => ({ x, y, pressure: 0.5, time: index })),
})
const coordinate = fc.double({ min: 0, max: 500, noNaN: true })
const strokes = fc.array(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 20 }).map(stroke), {
  minLength: 1,
  maxLength: 5,
})

test('property: scaling a drawing to another size and back restores the drawing', () => {
  fc.assert(
    fc.property(strokes, fc.double({ min: 0.3, max: 3, noNaN: true }), (drawing, ratio) => {
      const back = scaleStrokes(scaleStrokes(drawing, ratio), 1 / ratio)
      back.forEach((group, index) => {
        const original = drawing[index]
        expect(group.maxWidth).toBeCloseTo(original?.maxWidth ?? 0, 6)
        group.points.forEach((point, at) => {
          expect(point.x).toBeCloseTo(original?.points[at]?.x ?? 0, 6)
          expect(point.y).toBeCloseTo(original?.points[at]?.y ?? 0, 6)
        })
      })
    }),
  )
})

test('property: inkBounds contains the points of the strokes and moves with the strokes', () => {
  fc.assert(
    fc.property(strokes, (drawing) => {
      const bounds = inkBounds(drawing)
      if (!bounds) throw new Error('there is ink')
      const home = inkBounds(moveStrokes(drawing, -bounds.x, -bounds.y))
      expect(home?.x).toBeCloseTo(0, 6)
      expect(home?.y).toBeCloseTo(0, 6)
      expect(home?.width).toBeCloseTo(bounds.width, 6)
      for (const { x, y } of drawing.flatMap((group) => group.points)) {
        expect(x).toBeGreaterThanOrEqual(bounds.x)
        expect(y).toBeLessThanOrEqual(bounds.y + bounds.height)
      }
    }),
  )
})

test('an empty drawing has no ink bounds', () => {
  expect(inkBounds([])).toBeUndefined()
})
