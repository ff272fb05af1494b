import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { FIELD_MIN_SIZE } from './constants.ts'
import type { CanvasRect, FractionRect, Handle, PageFrame, Point } from './geometry.ts'
import { moveWithin, resizeWithin, toCanvas, toFractions } from './geometry.ts'

/** Pixels that a pointer travels before it is a drag and not a click. */
const DRAG_THRESHOLD_PX = 3

interface Grip {
  readonly from: Point
  readonly rect: CanvasRect
  readonly handle: Handle | undefined
  /** Where it was dragged to; undefined until the pointer has really moved. */
  placed: FractionRect | undefined
}

interface DragOptions {
  readonly rect: FractionRect
  readonly frame: PageFrame
  readonly enabled: boolean
  readonly onPlaced: ((rect: FractionRect) => void) | undefined
}

/**
 * Moves and resizes a field with the pointer. What is under way belongs to the tab alone; the rest of the screen hears
 * of it once, when the pointer lets go.
 */
export const useFieldDrag = ({ rect, frame, enabled, onPlaced }: DragOptions) => {
  const grip = useRef<Grip | undefined>(undefined)
  const [draft, setDraft] = useState<FractionRect>()

  const begin = (handle?: Handle) => (event: PointerEvent<HTMLElement>) => {
    if (!enabled || event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = {
      from: { x: event.clientX, y: event.clientY },
      rect: toCanvas(rect, frame.size),
      handle,
      placed: undefined,
    }
  }

  const follow = (event: PointerEvent) => {
    const held = grip.current
    if (!held) return
    const dx = event.clientX - held.from.x
    const dy = event.clientY - held.from.y
    if (!held.placed && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return
    const [cx, cy] = [dx / frame.zoom, dy / frame.zoom]
    const next = held.handle
      ? resizeWithin(held.rect, held.handle, cx, cy, frame.size, FIELD_MIN_SIZE)
      : moveWithin(held.rect, cx, cy, frame.size)
    held.placed = toFractions(next, frame.size)
    setDraft(held.placed)
  }

  const end = () => {
    if (grip.current?.placed) onPlaced?.(grip.current.placed)
    grip.current = undefined
    setDraft(undefined)
  }
  const cancel = () => {
    grip.current = undefined
    setDraft(undefined)
  }

  const handlers = (handle?: Handle) =>
    enabled ? { onPointerDown: begin(handle), onPointerMove: follow, onPointerUp: end, onPointerCancel: cancel } : {}
  return { rect: draft ?? rect, active: draft !== undefined, move: handlers(), resize: handlers }
}
