/**
 * Where something lies on a page of a PDF, in two units:
 *
 * - fractions, 0 to 1, of the page as it is seen (its crop box, turned by /Rotate), origin at the top left, y downwards:
 *   what travels and is stored;
 * - canvas pixels: the page as it is seen at zoom 1, one pixel a point: what the rules for people are written in.
 *
 * The package `pdf` converts fractions to points of the file.
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

/** A rectangle in fractions of the page. The optional unit keeps the compiler from mixing it with the others. */
export interface FractionRect extends Rect {
  readonly unit?: 'fraction'
}
/** A rectangle in canvas pixels. */
export interface CanvasRect extends Rect {
  readonly unit?: 'canvas'
}

/** `value` within `low` and `high`; `low` where the two contradict each other. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))

/** The rectangle pulled inside the page; one that is larger than the page is made as large as the page. */
export const clampInto = (rect: CanvasRect, page: Size): CanvasRect => {
  const width = Math.min(rect.width, page.width)
  const height = Math.min(rect.height, page.height)
  return { x: clamp(rect.x, 0, page.width - width), y: clamp(rect.y, 0, page.height - height), width, height }
}

/** The same rectangle as fractions of a page of this size, pulled inside it where it stood out. */
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

export const toCanvas = ({ x, y, width, height }: FractionRect, page: Size): CanvasRect => ({
  x: x * page.width,
  y: y * page.height,
  width: width * page.width,
  height: height * page.height,
})
