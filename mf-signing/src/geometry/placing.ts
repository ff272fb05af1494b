import { clamp, clampInto } from 'shared/contract'
import type { CanvasRect, Point, Size } from './geometry.ts'

export const resizeHandles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type ResizeHandle = (typeof resizeHandles)[number]

export const moveWithin = (rect: CanvasRect, dx: number, dy: number, page: Size): CanvasRect =>
  clampInto({ ...rect, x: rect.x + dx, y: rect.y + dy }, page)

const pull = (start: number, length: number, delta: number, side: Side, min: number, max: number) => {
  const end = start + length
  const least = Math.min(min, max)
  if (side === 'high') return { start, length: clamp(length + delta, least, Math.max(least, max - start)) }
  if (side === 'none') return { start, length }
  const next = clamp(start + delta, 0, Math.max(0, end - least))
  return { start: next, length: end - next }
}

type Side = 'low' | 'high' | 'none'

/** Left to right, top to bottom. */
export const sidesOf = (handle: ResizeHandle): { readonly x: Side; readonly y: Side } => ({
  x: handle.includes('w') ? 'low' : handle.includes('e') ? 'high' : 'none',
  y: handle.includes('n') ? 'low' : handle.includes('s') ? 'high' : 'none',
})

export const resizeWithin = (
  rect: CanvasRect,
  handle: ResizeHandle,
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

export const centredAt = (size: Size, { x, y }: Point, page: Size): CanvasRect =>
  clampInto({ x: x - size.width / 2, y: y - size.height / 2, ...size }, page)

export const centredRect = (size: Size, page: Size): CanvasRect =>
  centredAt(size, { x: page.width / 2, y: page.height / 2 }, page)
