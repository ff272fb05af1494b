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

/** The focus is in the viewer, or on something that holds it: the page, the window of the editor. */
const concerns = (viewer: Element, target: EventTarget | null): target is Element =>
  target instanceof Element && (viewer.contains(target) || target.contains(viewer))

interface KeyOptions {
  /** False while the keys belong to somebody else: fields are being placed. */
  readonly enabled: boolean
  readonly dispatch: (action: ViewAction) => void
  /** Ctrl or Meta with F. */
  readonly onFind: () => void
}

/** Arrows pan, Home resets, + and - zoom. Whoever types in a field, or has a use for a key, keeps it. */
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
      // Also where they are not ours, the browser's own scrolling would move the page under the fields.
      event.preventDefault()
      if (enabled) dispatch(action)
    }
    // On the document: the focus may be on what holds the viewer, and every field has had its say by then.
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref])
}
