import { useCallback, useRef, useState } from 'react'
import { defaultZoom } from '../../geometry/page-layout.ts'
import type { View, ViewAction } from './view.ts'
import { openView, viewReducer } from './view.ts'

export interface ViewModel {
  readonly view: View
  readonly dispatch: (action: ViewAction) => void
  /** May be newer than the last render. */
  readonly current: () => View
}

/**
 * Synchronous: a pinch sends several actions per frame. 'scrolled' needs
 * no render.
 */
export const useView = (): ViewModel => {
  const [view, setView] = useState(() => openView(defaultZoom(window.innerWidth)))
  const latest = useRef(view)
  const dispatch = useCallback((action: ViewAction) => {
    latest.current = viewReducer(latest.current, action)
    if (action.type !== 'scrolled') setView(latest.current)
  }, [])
  return { view, dispatch, current: useCallback(() => latest.current, []) }
}
