import type { CanvasRect, Point, Rect, Size } from 'shared/contract'

/** Units as in the contract. CSS pixels are canvas pixels times the zoom. */
export type { CanvasRect, FractionRect, Point, Rect, Size } from 'shared/contract'
export { clamp, clampInto, toCanvas, toFractions } from 'shared/contract'

export interface CssRect extends Rect {
  readonly unit?: 'css'
}

export interface PageFrame {
  readonly number: number
  /** In canvas pixels. */
  readonly size: Size
  /** CSS pixels per canvas pixel. */
  readonly zoom: number
}

const scaled = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})

export const toCss = (rect: CanvasRect, zoom: number): CssRect => scaled(rect, zoom)
export const fromCss = (rect: CssRect, zoom: number): CanvasRect => scaled(rect, 1 / zoom)

export const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 })
