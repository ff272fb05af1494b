/**
 * Geometry of fields on a page, in three units:
 *
 * - fractions, 0 to 1, of the page as it is seen (its rotated crop box), origin at the top left: what is stored;
 * - canvas pixels: the page at zoom 1, one pixel a PDF point: what the rules of the specification are written in;
 * - CSS pixels: canvas pixels times the zoom.
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
/** A rectangle in CSS pixels. */
export interface CssRect extends Rect {
  readonly unit?: 'css'
}

/** What something that lies on a page needs to know of it. */
export interface PageFrame {
  readonly number: number
  /** In canvas pixels. */
  readonly size: Size
  /** CSS pixels per canvas pixel. */
  readonly zoom: number
}

/** The eight handles of a field. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** `value` within `low` and `high`; `low` where the two contradict each other. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))

const scaled = ({ x, y, width, height }: Rect, sx: number, sy: number): Rect => ({
  x: x * sx,
  y: y * sy,
  width: width * sx,
  height: height * sy,
})

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

export const toCanvas = (rect: FractionRect, page: Size): CanvasRect => scaled(rect, page.width, page.height)
export const toCss = (rect: CanvasRect, zoom: number): CssRect => scaled(rect, zoom, zoom)
export const fromCss = (rect: CssRect, zoom: number): CanvasRect => scaled(rect, 1 / zoom, 1 / zoom)

/** The rectangle pulled inside the page; one that is larger than the page is made as large as the page. */
export const clampInto = (rect: CanvasRect, page: Size): CanvasRect => {
  const width = Math.min(rect.width, page.width)
  const height = Math.min(rect.height, page.height)
  return { x: clamp(rect.x, 0, page.width - width), y: clamp(rect.y, 0, page.height - height), width, height }
}

/** Moved by so many canvas pixels, as far as the page goes. */
export const moveWithin = (rect: CanvasRect, dx: number, dy: number, page: Size): CanvasRect =>
  clampInto({ ...rect, x: rect.x + dx, y: rect.y + dy }, page)

/** One axis of a resize: the side that is pulled moves, between its opposite plus the minimum and the page's edge. */
const pull = (
  start: number,
  length: number,
  delta: number,
  side: 'low' | 'high' | 'none',
  min: number,
  max: number,
) => {
  const end = start + length
  const least = Math.min(min, max)
  if (side === 'high') return { start, length: clamp(length + delta, least, Math.max(least, max - start)) }
  if (side === 'none') return { start, length }
  const next = clamp(start + delta, 0, Math.max(0, end - least))
  return { start: next, length: end - next }
}

const sideOf = (handle: Handle, low: string, high: string) =>
  handle.includes(low) ? 'low' : handle.includes(high) ? 'high' : 'none'

/** Resized by pulling a handle so many canvas pixels: never under `min`, never beyond the page. */
export const resizeWithin = (
  rect: CanvasRect,
  handle: Handle,
  dx: number,
  dy: number,
  page: Size,
  min: Size,
): CanvasRect => {
  const x = pull(rect.x, rect.width, dx, sideOf(handle, 'w', 'e'), min.width, page.width)
  const y = pull(rect.y, rect.height, dy, sideOf(handle, 'n', 's'), min.height, page.height)
  return clampInto({ x: x.start, y: y.start, width: x.length, height: y.length }, page)
}

/** A rectangle of this size at the centre of the page. */
export const centred = (size: Size, page: Size): CanvasRect =>
  clampInto({ x: (page.width - size.width) / 2, y: (page.height - size.height) / 2, ...size }, page)

export const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 })
