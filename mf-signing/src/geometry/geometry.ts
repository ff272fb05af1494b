import type { Point, Rect, Size } from 'shared/contract'

/** Units as in the contract. CSS pixels are canvas pixels times the zoom. */
export type { CanvasRect, FractionRect, Point, Rect, Size } from 'shared/contract'
export { clamp, clampInto, toCanvas, toFractions } from 'shared/contract'

export interface PageFrame {
  readonly number: number
  /** In canvas pixels. */
  readonly size: Size
  /** CSS pixels per canvas pixel. */
  readonly zoom: number
}

export const isSameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

export const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 })
