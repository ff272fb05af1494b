import type { PointGroup } from 'signature_pad'
import type { Rect } from '../fields/geometry.ts'

/** A stroke as signature_pad keeps it: the points of the pen, from which the line is drawn at any size. */
export type Stroke = PointGroup

export interface Pen {
  /** '#rrggbb'. */
  readonly color: string
  /** 1 to 5: width of the line at a middling speed, in pixels of the drawing canvas. */
  readonly thickness: number
}

/** Radii between which the line swells, in pixels of the drawing canvas; signature_pad draws with a round nib. */
export const nibOf = ({ thickness }: Pen) => ({
  minWidth: thickness * 0.25,
  maxWidth: thickness * 0.7,
  dotSize: thickness * 0.6,
})

/** The same strokes in a canvas so many times as large. */
export const scaleStrokes = (strokes: readonly Stroke[], ratio: number): Stroke[] =>
  strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * ratio,
    maxWidth: stroke.maxWidth * ratio,
    dotSize: stroke.dotSize * ratio,
    points: stroke.points.map((point) => ({ ...point, x: point.x * ratio, y: point.y * ratio })),
  }))

/** The same strokes, moved. */
export const moveStrokes = (strokes: readonly Stroke[], dx: number, dy: number): Stroke[] =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy })),
  }))

/** The rectangle that holds all the ink; undefined without any. */
export const inkBounds = (strokes: readonly Stroke[]): Rect | undefined => {
  const reach = strokes.flatMap(({ points, maxWidth, dotSize }) =>
    points.map(({ x, y }) => ({ x, y, radius: Math.max(maxWidth, dotSize) })),
  )
  if (reach.length === 0) return undefined
  const x0 = Math.min(...reach.map(({ x, radius }) => x - radius))
  const y0 = Math.min(...reach.map(({ y, radius }) => y - radius))
  const x1 = Math.max(...reach.map(({ x, radius }) => x + radius))
  const y1 = Math.max(...reach.map(({ y, radius }) => y + radius))
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
}
