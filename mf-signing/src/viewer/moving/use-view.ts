import { useCallback, useRef, useState } from 'react'
import type { Size } from '../../geometry/geometry.ts'
import { defaultZoom, pagesFlow, readingZoom } from '../../geometry/page-layout.ts'
import type { ViewAction, ViewOpening, ViewState } from './view.ts'
import { openViewState, viewReducer } from './view.ts'

export interface ViewModel {
  readonly view: ViewState
  readonly dispatch: (action: ViewAction) => void
  /** May be newer than the last render. */
  readonly current: () => ViewState
  readonly openingOf: (page?: Size) => ViewOpening
}

/** For reading, small windows fit the width and let pages flow. */
const openingFor = (reading: boolean, page: Size | undefined): ViewOpening => ({
  zoom: reading ? readingZoom(window, page) : defaultZoom(window.innerWidth),
  flows: reading && pagesFlow(window.innerWidth),
})

/**
 * Synchronous: a pinch sends several actions per frame. 'scrolled' needs
 * no render.
 */
export const useView = (reading: boolean): ViewModel => {
  const openingOf = useCallback((page?: Size) => openingFor(reading, page), [reading])
  const [view, setView] = useState(() => openViewState(openingOf()))
  const latest = useRef(view)
  const dispatch = useCallback((action: ViewAction) => {
    latest.current = viewReducer(latest.current, action)
    if (action.type !== 'scrolled') setView(latest.current)
  }, [])
  return { view, dispatch, current: useCallback(() => latest.current, []), openingOf }
}
