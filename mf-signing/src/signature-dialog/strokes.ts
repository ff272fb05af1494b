import type { PointGroup } from 'signature_pad'
import type { Rect } from '../geometry/geometry.ts'

/** Points of the pen, as in signature_pad; resolution-independent. */
export type PenStroke = PointGroup

export interface StrokePen {
  readonly color: string
  /** 1 to 5: line width at medium speed, in pixels of the drawing canvas. */
  readonly thickness: number
}

/** signature_pad draws with a round nib. In pixels of the drawing canvas. */
export const nibOf = ({ thickness }: StrokePen) => ({
  minWidth: thickness * 0.25,
  maxWidth: thickness * 0.7,
  dotSize: thickness * 0.6,
})

export const scaleStrokes = (strokes: readonly PenStroke[], ratio: number): PenStroke[] =>
  strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * ratio,
    maxWidth: stroke.maxWidth * ratio,
    dotSize: stroke.dotSize * ratio,
    points: stroke.points.map((point) => ({ ...point, x: point.x * ratio, y: point.y * ratio })),
  }))

export const moveStrokes = (strokes: readonly PenStroke[], dx: number, dy: number): PenStroke[] =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy })),
  }))

export const inkBounds = (strokes: readonly PenStroke[]): Rect | undefined => {
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
