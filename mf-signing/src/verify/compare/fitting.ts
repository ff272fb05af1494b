import type { Rect, Size } from '../../geometry/geometry.ts'
import { clamp } from '../../geometry/geometry.ts'

/** A phone holds both pages, with as much for the next ones. */
export const PANE_MAX_PIXELS = 4 * 1024 * 1024

/** On each side. */
const MARGIN_PX = 16
/** Of a title above the page, and the numbers of its marks. */
const TITLE_PX = 52
/** Below it, text cannot be read: rather scroll. */
const LEAST_OF_WIDTH = 0.6

/**
 * The whole page, unless it is then much narrower than the pane.
 * @param page in points
 * @param room in CSS pixels
 * @returns CSS pixels per point
 */
export const fittedZoom = (page: Size, room: Size): number => {
  const wide = Math.max(1, room.width - 2 * MARGIN_PX) / page.width
  const high = Math.max(1, room.height - 2 * MARGIN_PX - TITLE_PX) / page.height
  return Math.min(wide, Math.max(high, wide * LEAST_OF_WIDTH))
}

/** The part on the page; a mark outside of it lies at its edge. */
export const onPage = ({ x, y, width, height }: Rect): Rect => {
  const [left, right] = [clamp(x, 0, 1), clamp(x + width, 0, 1)]
  const [top, bottom] = [clamp(y, 0, 1), clamp(y + height, 0, 1)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}
