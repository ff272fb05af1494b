import { type RefObject, useEffect } from 'react'
import { useLatest } from 'shared/state'
import { PAN_STEP_PX, ZOOM_STEP } from '../constants.ts'
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

const concerns = (viewer: Element, target: EventTarget | null): target is Element =>
  target instanceof Element && (viewer.contains(target) || target.contains(viewer))

interface KeyOptions {
  readonly enabled: boolean
  readonly dispatch: (action: ViewAction) => void
  readonly onFind: () => void
}

const isFind = ({ key, target }: KeyboardEvent): boolean => key.toLowerCase() === 'f' && target !== document.body

const pressed = (viewer: Element | null, event: KeyboardEvent): ViewAction | 'find' | undefined => {
  if (!viewer || event.defaultPrevented || event.altKey || !concerns(viewer, event.target)) return undefined
  if (event.target.closest(TYPING)) return undefined
  if (event.ctrlKey || event.metaKey) return isFind(event) ? 'find' : undefined
  return viewKeys[event.key]
}

export const useKeys = (ref: RefObject<HTMLElement | null>, options: KeyOptions): void => {
  const latest = useLatest(options)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { enabled, dispatch, onFind } = latest.current
      const action = pressed(ref.current, event)
      if (!action) return
      // The page must not scroll under the fields.
      event.preventDefault()
      if (action === 'find') return onFind()
      if (enabled) dispatch(action)
    }
    // On the document: the focus may be on an
    // ancestor, and fields handle keys first.
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref])
}
