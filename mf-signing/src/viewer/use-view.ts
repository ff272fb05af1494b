import { useCallback, useRef, useState } from 'react'
import { defaultZoom } from './constants.ts'
import type { View, ViewAction } from './view.ts'
import { openView, viewReducer } from './view.ts'

export interface ViewModel {
  readonly view: View
  readonly dispatch: (action: ViewAction) => void
  /** The view of this moment, which may be ahead of the last render. */
  readonly current: () => View
}

/**
 * The view with its reducer. Each action is reduced at once on the newest view, not on that of the last render: a pinch
 * sends several between two frames. What the person scrolled is only noted; the browser has already shown it.
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
