import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useRef } from 'react'
import type { Point } from '../../geometry/geometry.ts'

const DRAG_THRESHOLD_PX = 6
const noBox = { display: 'contents' } as const

export interface RefusedMoveProps {
  /** Undefined: the field moves. */
  readonly onRefused: (() => void) | undefined
  readonly children: ReactNode
}

/** Notices the wish to move a field that stays. Fingers scroll the page. */
export function RefusedMove({ onRefused, children }: RefusedMoveProps) {
  const from = useRef<Point>(undefined)
  const begin = ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
    from.current = pointerType !== 'touch' && button === 0 ? { x, y } : undefined
  }
  const end = () => {
    from.current = undefined
  }
  const follow = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (!from.current || buttons === 0) return
    if (Math.hypot(clientX - from.current.x, clientY - from.current.y) < DRAG_THRESHOLD_PX) return
    end()
    onRefused?.()
  }
  const onKeyDown = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) => {
    const onField = target instanceof Element && target.closest('[data-field] > button:first-child') !== null
    if (onField && !ctrlKey && !metaKey && key.startsWith('Arrow')) onRefused?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is the control.
    <div
      style={noBox}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerLeave={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}
