import type { MouseEvent } from 'react'
import { useRef, useState } from 'react'
import { carriedTo } from '../../../fields/carry.ts'
import type { PlacedField } from '../../../fields/field-lifecycle.ts'
import { SnapGuides } from '../../../fields/SnapGuides.tsx'
import type { SnapGuide } from '../../../fields/snapping.ts'
import type { CanvasRect, FractionRect, PageFrame, Point } from '../../../geometry/geometry.ts'
import { toCanvas, toFractions } from '../../../geometry/geometry.ts'
import styles from './CarryLayer.module.css'

export interface CarryLayerProps {
  readonly field: Pick<PlacedField, 'rect'>
  readonly frame: PageFrame
  readonly others: readonly CanvasRect[]
  /** Undefined off the page. */
  readonly onMove: (rect: FractionRect | undefined) => void
  readonly onDrop: (rect: FractionRect) => void
}

const none: readonly SnapGuide[] = []

/** Browsers send a move without movement when a dialog closes. */
const useMoved = () => {
  const from = useRef<Point>(undefined)
  return ({ clientX: x, clientY: y }: MouseEvent): boolean => {
    from.current ??= { x, y }
    return x !== from.current.x || y !== from.current.y
  }
}

/** Fingers scroll and tap. */
export function CarryLayer({ field, frame, others, onMove, onDrop }: CarryLayerProps) {
  const [guides, setGuides] = useState(none)
  const moved = useMoved()
  const placeAt = (event: MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const pointer = { x: event.clientX - left, y: event.clientY - top }
    const next = carriedTo(toCanvas(field.rect, frame.size), pointer, { frame, others, free: event.altKey })
    return { rect: toFractions(next.rect, frame.size), guides: next.guides }
  }
  const leave = () => {
    onMove(undefined)
    setGuides(none)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys move the focused field. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the page is no control; its fields are. */}
      <div
        className={styles.layer}
        data-carrying
        // Keeps the focus on the field.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => {
          if (event.pointerType === 'touch' || !moved(event)) return
          const next = placeAt(event)
          onMove(next.rect)
          setGuides(next.guides)
        }}
        onPointerLeave={leave}
        onClick={(event) => {
          event.stopPropagation()
          onDrop(placeAt(event).rect)
        }}
      />
      <SnapGuides guides={guides} page={frame.size} />
    </>
  )
}
