import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useLatest } from 'shared/state'
import type { CanvasRect, FractionRect, PageFrame, Point, Size } from '../geometry/geometry.ts'
import { toCanvas, toFractions } from '../geometry/geometry.ts'
import type { ResizeHandle } from '../geometry/placing.ts'
import { moveWithin, resizeWithin } from '../geometry/placing.ts'
import { SNAP_REACH_PX } from './constants.ts'
import type { AlignedRect, SnapGuide, SnapScene } from './snapping.ts'
import { alignMoved, alignResized } from './snapping.ts'

const DRAG_THRESHOLD_PX = 3

interface Grip {
  readonly pointerId: number
  readonly from: Point
  readonly rect: CanvasRect
  readonly handle: ResizeHandle | undefined
  /** Undefined until the pointer moves. */
  placed: FractionRect | undefined
}

interface Draft {
  readonly rect: FractionRect
  readonly guides: readonly SnapGuide[]
}

interface DragOptions {
  readonly rect: FractionRect
  readonly frame: PageFrame
  /** In fractions of the page. */
  readonly others: readonly FractionRect[]
  readonly minSize: Size
  readonly enabled: boolean
  readonly onPlaced: (rect: FractionRect, kind: 'moved' | 'resized') => void
}

/** Alt disables snapping. */
const dragged = (
  grip: Grip,
  to: Point,
  scene: SnapScene,
  { zoom, free, min }: { zoom: number; free: boolean; min: Size },
): AlignedRect => {
  const [dx, dy] = [(to.x - grip.from.x) / zoom, (to.y - grip.from.y) / zoom]
  const reach = SNAP_REACH_PX / zoom
  const { handle } = grip
  const rect = handle
    ? resizeWithin(grip.rect, handle, dx, dy, scene.page, min)
    : moveWithin(grip.rect, dx, dy, scene.page)
  if (free) return { rect, guides: [] }
  return handle ? alignResized(rect, { handle, min }, scene, reach) : alignMoved(rect, scene, reach)
}

const useEscape = (waiting: boolean, onEscape: () => void) => {
  const latest = useLatest(onEscape)
  useEffect(() => {
    if (!waiting) return
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [waiting])
}

const gripOf = (
  { pointerId, clientX, clientY }: PointerEvent,
  rect: CanvasRect,
  handle: ResizeHandle | undefined,
): Grip => ({
  pointerId,
  from: { x: clientX, y: clientY },
  rect,
  handle,
  placed: undefined,
})

/** The state stays local until the pointer is released; Esc cancels. */
export const useFieldDrag = ({ rect, frame, others, minSize, enabled, onPlaced }: DragOptions) => {
  const grip = useRef<Grip | undefined>(undefined)
  const [draft, setDraft] = useState<Draft>()
  const cancel = () => {
    grip.current = undefined
    setDraft(undefined)
  }
  useEscape(draft !== undefined, cancel)

  const begin = (handle?: ResizeHandle) => (event: PointerEvent<HTMLElement>) => {
    // A second finger zooms.
    if (event.button !== 0 || event.isPrimary === false) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = gripOf(event, toCanvas(rect, frame.size), handle)
  }

  const follow = (event: PointerEvent) => {
    const held = grip.current
    if (!held || event.pointerId !== held.pointerId) return
    const to = { x: event.clientX, y: event.clientY }
    if (!held.placed && Math.hypot(to.x - held.from.x, to.y - held.from.y) < DRAG_THRESHOLD_PX) return
    const scene = { page: frame.size, others: others.map((other) => toCanvas(other, frame.size)) }
    const next = dragged(held, to, scene, { zoom: frame.zoom, free: event.altKey, min: minSize })
    held.placed = toFractions(next.rect, frame.size)
    setDraft({ rect: held.placed, guides: next.guides })
  }

  const end = () => {
    const held = grip.current
    if (held?.placed) onPlaced(held.placed, held.handle ? 'resized' : 'moved')
    cancel()
  }

  const handlers = (handle?: ResizeHandle) =>
    enabled ? { onPointerDown: begin(handle), onPointerMove: follow, onPointerUp: end, onPointerCancel: cancel } : {}
  return {
    rect: draft?.rect ?? rect,
    guides: draft?.guides ?? [],
    active: draft !== undefined,
    move: handlers(),
    resize: handlers,
  }
}
