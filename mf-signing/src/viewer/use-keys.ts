import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { PAN_STEP_PX, ZOOM_STEP } from './constants.ts'
import type { ViewAction } from './view.ts'

const viewKeys: Readonly<Record<string, ViewAction>> = {
  ArrowLeft: { type: 'panned', dx: -PAN_STEP_PX, dy: 0 },
  ArrowRight: { type: 'panned', dx: PAN_STEP_PX, dy: 0 },
  ArrowUp: { type: 'panned', dx: 0, dy: -PAN_STEP_PX },
  ArrowDown: { type: 'panned', dx: 0, dy: PAN_STEP_PX },
  Home: { type: 'reset' },
  '+': { type: 'zoomed-by-step', step: ZOOM_STEP },
  '-': { type: 'zoomed-by-step', step: -ZOOM_STEP },
}

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** The focus is inside the viewer or on an ancestor. */
const concerns = (viewer: Element, target: EventTarget | null): target is Element =>
  target instanceof Element && (viewer.contains(target) || target.contains(viewer))

interface KeyOptions {
  /** False during placement. */
  readonly enabled: boolean
  readonly dispatch: (action: ViewAction) => void
  /** Ctrl or Meta with F. */
  readonly onFind: () => void
}

/** Arrows pan, Home resets, + and - zoom. Inputs keep their keys. */
export const useKeys = (ref: RefObject<HTMLElement | null>, options: KeyOptions): void => {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { enabled, dispatch, onFind } = latest.current
      const viewer = ref.current
      if (!viewer || event.defaultPrevented || event.altKey || !concerns(viewer, event.target)) return
      if (event.target.closest(TYPING)) return
      const command = event.ctrlKey || event.metaKey
      if (command && event.key.toLowerCase() === 'f' && event.target !== document.body) {
        event.preventDefault()
        return onFind()
      }
      const action = viewKeys[event.key]
      if (!action || command) return
      // Always, so that the page doesn't scroll under the fields.
      event.preventDefault()
      if (enabled) dispatch(action)
    }
    // On the document: the focus may be on an
    // ancestor, and fields handle keys first.
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref])
}
