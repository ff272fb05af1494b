/**
 * Positions on a PDF page, in two units:
 *
 * - fractions, 0 to 1, of the crop box turned by /Rotate; origin top left.
 * Stored and sent.
 * - canvas pixels: that box at zoom 1; 1 px = 1 pt.
 *
 * The package `pdf` converts fractions to points.
 */
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Rect extends Point, Size {}

/** `unit` keeps the compiler from mixing units. */
export interface FractionRect extends Rect {
  readonly unit?: 'fraction'
}
/** 1 px = 1 pt. */
export interface CanvasRect extends Rect {
  readonly unit?: 'canvas'
}

/** If `low` exceeds `high`, returns `low`. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))

/** Shrinks a rectangle that is larger than the page. */
export const clampInto = (rect: CanvasRect, page: Size): CanvasRect => {
  const width = Math.min(rect.width, page.width)
  const height = Math.min(rect.height, page.height)
  return { x: clamp(rect.x, 0, page.width - width), y: clamp(rect.y, 0, page.height - height), width, height }
}

/**
 * Cuts what lies outside of the page.
 *
 * @param page in the unit of `rect`
 */
export const toFractions = (rect: CanvasRect, page: Size): FractionRect => {
  const inside = clampInto(rect, page)
  const x = clamp(inside.x / page.width, 0, 1)
  const y = clamp(inside.y / page.height, 0, 1)
  return {
    x,
    y,
    width: clamp(inside.width / page.width, 0, 1 - x),
    height: clamp(inside.height / page.height, 0, 1 - y),
  }
}

/** @param page pixels */
export const toCanvas = ({ x, y, width, height }: FractionRect, page: Size): CanvasRect => ({
  x: x * page.width,
  y: y * page.height,
  width: width * page.width,
  height: height * page.height,
})
