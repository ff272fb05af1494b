import type { CanvasRect, PageFrame, Point, Size } from '../geometry/geometry.ts'
import { centredAt } from '../geometry/placing.ts'
import { SNAP_REACH_PX } from './constants.ts'
import type { AlignedRect } from './snapping.ts'
import { alignMoved } from './snapping.ts'

export interface CarryScene {
  readonly frame: PageFrame
  readonly others: readonly CanvasRect[]
  readonly free: boolean
}

/** @param pointer in CSS pixels from the page's top left corner */
export const carriedTo = (
  { width, height }: Size,
  pointer: Point,
  { frame, others, free }: CarryScene,
): AlignedRect => {
  const { size, zoom } = frame
  const centred = centredAt({ width, height }, { x: pointer.x / zoom, y: pointer.y / zoom }, size)
  return free ? { rect: centred, guides: [] } : alignMoved(centred, { page: size, others }, SNAP_REACH_PX / zoom)
}
