import type { CanvasRect, Rect, Size } from '../geometry/geometry.ts'
import { clampInto } from '../geometry/geometry.ts'

/** Between a new field and its neighbours, in canvas pixels. */
const GAP = 10
/** Rounding of fractions is no overlap. In canvas pixels. */
const EPSILON = 1e-3

const shared = (start: number, length: number, otherStart: number, otherLength: number): number => {
  const common = Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart)
  return common > EPSILON ? common : 0
}

export const rectOverlapArea = (a: Rect, b: Rect): number =>
  shared(a.x, a.width, b.x, b.width) * shared(a.y, a.height, b.y, b.height)

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

const coveredBy = (rect: Rect, others: readonly Rect[]): number =>
  others.reduce((area, other) => area + rectOverlapArea(rect, other), 0)

/** A free place exists only if one touches the page's or a field's edges. */
const startsAlong = (
  axis: 'x' | 'y',
  wanted: CanvasRect,
  { page, others }: { readonly page: Size; readonly others: readonly Rect[] },
): readonly number[] => {
  const extent = axis === 'x' ? 'width' : 'height'
  const last = page[extent] - wanted[extent]
  const starts = others.flatMap((other) => [other[axis] + other[extent], other[axis] - wanted[extent]])
  const inside = starts.filter((start) => start >= 0 && start <= last)
  return [...new Set([wanted[axis], 0, last, ...inside])]
}

/** The column of the wanted place downwards comes first. */
const detour = (wanted: CanvasRect, { x, y }: { readonly x: number; readonly y: number }, page: Size): number =>
  Math.hypot(x - wanted.x, y - wanted.y) + (x === wanted.x && y >= wanted.y ? 0 : page.width + page.height)

const leastCovered = (wanted: CanvasRect, page: Size, others: readonly Rect[]) => {
  const scene = { page, others }
  const rows = startsAlong('y', wanted, scene)
  const candidates = startsAlong('x', wanted, scene).flatMap((x) => rows.map((y) => ({ ...wanted, x, y })))
  return candidates
    .map((rect) => ({ rect, covered: coveredBy(rect, others), detour: detour(wanted, rect, page) }))
    .reduce((best, next) =>
      next.covered < best.covered || (next.covered === best.covered && next.detour < best.detour) ? next : best,
    )
}

/** On a full page, the place that covers least. */
export const freePlace = (wanted: CanvasRect, page: Size, others: readonly CanvasRect[]): CanvasRect => {
  const inside = clampInto(wanted, page)
  if (coveredBy(inside, others) === 0) return inside
  const apart = leastCovered(
    inside,
    page,
    others.map((other) => grown(other, GAP)),
  )
  return apart.covered === 0 ? apart.rect : leastCovered(inside, page, others).rect
}
