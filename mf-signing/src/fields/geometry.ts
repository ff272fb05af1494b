import type { CanvasRect, Point, Rect, Size } from 'shared/contract'
import { clamp, clampInto } from 'shared/contract'

/**
 * What people do to fields on a page. The units are those of the contract; this adds the screen's own: CSS pixels are
 * canvas pixels times the zoom.
 */
export type { CanvasRect, FractionRect, Point, Rect, Size } from 'shared/contract'
export { clamp, clampInto, toCanvas, toFractions } from 'shared/contract'

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

const scaled = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})

export const toCss = (rect: CanvasRect, zoom: number): CssRect => scaled(rect, zoom)
export const fromCss = (rect: CssRect, zoom: number): CanvasRect => scaled(rect, 1 / zoom)

/** Moved by so many canvas pixels, as far as the page goes. */
export const moveWithin = (rect: CanvasRect, dx: number, dy: number, page: Size): CanvasRect =>
  clampInto({ ...rect, x: rect.x + dx, y: rect.y + dy }, page)

/** One axis of a resize: the side that is pulled moves, between its opposite plus the minimum and the page's edge. */
const pull = (start: number, length: number, delta: number, side: Side, min: number, max: number) => {
  const end = start + length
  const least = Math.min(min, max)
  if (side === 'high') return { start, length: clamp(length + delta, least, Math.max(least, max - start)) }
  if (side === 'none') return { start, length }
  const next = clamp(start + delta, 0, Math.max(0, end - least))
  return { start: next, length: end - next }
}

type Side = 'low' | 'high' | 'none'

/** Which side of a rectangle a handle pulls: on the way from left to right, and from top to bottom. */
export const sidesOf = (handle: Handle): { readonly x: Side; readonly y: Side } => ({
  x: handle.includes('w') ? 'low' : handle.includes('e') ? 'high' : 'none',
  y: handle.includes('n') ? 'low' : handle.includes('s') ? 'high' : 'none',
})

/** Resized by pulling a handle so many canvas pixels: never under `min`, never beyond the page. */
export const resizeWithin = (
  rect: CanvasRect,
  handle: Handle,
  dx: number,
  dy: number,
  page: Size,
  min: Size,
): CanvasRect => {
  const side = sidesOf(handle)
  const x = pull(rect.x, rect.width, dx, side.x, min.width, page.width)
  const y = pull(rect.y, rect.height, dy, side.y, min.height, page.height)
  return clampInto({ x: x.start, y: y.start, width: x.length, height: y.length }, page)
}

/** A rectangle of this size with its centre here, as far as the page goes. */
export const centredAt = (size: Size, { x, y }: Point, page: Size): CanvasRect =>
  clampInto({ x: x - size.width / 2, y: y - size.height / 2, ...size }, page)

/** A rectangle of this size at the centre of the page. */
export const centred = (size: Size, page: Size): CanvasRect =>
  centredAt(size, { x: page.width / 2, y: page.height / 2 }, page)

export const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 })
