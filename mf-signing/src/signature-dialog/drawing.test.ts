/** @jest-environment jsdom */
import { stubDom } from '../testing/stub-dom.ts'
import { blankDrawing, isBlankDrawing, pngOf } from './drawing.ts'
import { nibOf, type PenStroke } from './strokes.ts'

stubDom()

const pen = { color: '#000000', thickness: 3 } as const
const stroke = (points: readonly (readonly [number, number])[]): PenStroke => ({
  penColor: pen.color,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over',
  ...nibOf(pen),
  points: points.map(([x, y], index) => ({ x, y, pressure: 0.5, time: index })),
})

const sizeOf = (strokes: readonly PenStroke[]) => {
  const sizes: number[][] = []
  const toDataURL = HTMLCanvasElement.prototype.toDataURL
  HTMLCanvasElement.prototype.toDataURL = function () {
    sizes.push([this.width, this.height])
    return 'data:image/png;base64,c2lnbmF0dXJl'
  }
  pngOf({ ...blankDrawing, strokes }, pen)
  HTMLCanvasElement.prototype.toDataURL = toDataURL
  return sizes[0]
}

test('the picture excludes ink beyond the edge of the paper', () => {
  const size = sizeOf([
    stroke([
      [100, 50],
      [-900, 4000],
    ]),
  ])
  expect(size?.[0]).toBeLessThanOrEqual(1000)
  expect(size?.[1]).toBeLessThanOrEqual(450)
})

test('a drawing with ink only outside the paper is blank', () => {
  expect(
    isBlankDrawing({
      ...blankDrawing,
      strokes: [
        stroke([
          [-50, -50],
          [-20, -30],
        ]),
      ],
    }),
  ).toBe(true)
  expect(
    isBlankDrawing({
      ...blankDrawing,
      strokes: [
        stroke([
          [50, 50],
          [60, 70],
        ]),
      ],
    }),
  ).toBe(false)
})
