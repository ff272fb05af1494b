import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { notify } from 'shared/state'
import { viewerTexts, ZOOM_NOTICE_INTERVAL_MS } from './constants.ts'
import type { PdfPage } from './engine/pdf-engine.ts'
import { PaintAhead } from './paint-ahead.ts'
import { renderScale } from './painting.ts'
import type { DocumentSource, DocumentState } from './use-document.ts'
import { useDocument } from './use-document.ts'
import type { PageState } from './use-page.ts'
import { usePage } from './use-page.ts'
import type { ViewModel } from './use-view.ts'
import { useView } from './use-view.ts'
import type { ViewAction } from './view.ts'

export interface ViewerOptions {
  /** Where the document opens; the first page when absent. */
  readonly initialPage?: number
  /** While fields are being placed the zoom stands still. */
  readonly zoomBlocked?: boolean
  /** Called instead of the message when someone zooms while that is blocked. */
  readonly onZoomAttempt?: () => void
  /** The document is being read anew: whatever was selected or held on its pages is no more. */
  readonly onRefresh?: () => void
}

/** A document being looked at. The screen around it holds this; `Viewer` shows it. */
export interface ViewerModel {
  readonly document: DocumentState
  readonly page: PageState
  readonly pageNumber: number
  readonly pageCount: number
  readonly view: ViewModel
  /** Pictures of pages that are not on show yet. */
  readonly ahead: PaintAhead
  /** Turns to a page within 1 to the last one; anything else is ignored. */
  readonly goTo: (page: number) => void
  /** Reads the document anew and keeps the page. */
  readonly reload: () => void
  /** Puts away a document that did not open. */
  readonly dismiss: () => void
  /** Shows the page as it was opened, whether or not the zoom is blocked. Never changes from render to render. */
  readonly resetView: () => void
}

/** Does this action change the zoom? */
const zooms = (action: ViewAction, { view }: ViewModel): boolean =>
  action.type.startsWith('zoomed') || (action.type === 'reset' && view.zoom !== view.initialZoom)

/** The view, whose zoom asks first. */
const useGuardedView = (model: ViewModel, { zoomBlocked = false, onZoomAttempt }: ViewerOptions): ViewModel => {
  const lastNotice = useRef(Number.NEGATIVE_INFINITY)
  const dispatch = (action: ViewAction) => {
    if (zoomBlocked && action.type === 'viewport-measured') return model.dispatch({ ...action, zoomHeld: true })
    if (!zoomBlocked || !zooms(action, model)) return model.dispatch(action)
    if (onZoomAttempt) return onZoomAttempt()
    // A turning wheel asks many times a second.
    if (performance.now() - lastNotice.current < ZOOM_NOTICE_INTERVAL_MS) return
    lastNotice.current = performance.now()
    notify({ type: 'warning', message: viewerTexts.zoomBlocked })
  }
  return { ...model, dispatch }
}

/** The page that somebody wants to see; another document begins at its own first page. */
const useWantedPage = (url: string | undefined, initialPage: number) => {
  const [wanted, setWanted] = useState({ url, page: initialPage })
  if (wanted.url !== url) setWanted({ url, page: initialPage })
  const setPage = useCallback(
    (choose: (page: number) => number) => setWanted((old) => ({ ...old, page: choose(old.page) })),
    [],
  )
  return [wanted.page, setPage] as const
}

/** State of a viewer: the document, its page, and how it is looked at. */
export const useViewer = (source: DocumentSource | undefined, options: ViewerOptions = {}): ViewerModel => {
  const { state: document, reload: readAnew, dismiss } = useDocument(source)
  const [wanted, setWanted] = useWantedPage(source?.url, options.initialPage ?? 1)
  const model = useView()
  const view = useGuardedView(model, options)
  const { dispatch } = model
  const opened = document.kind === 'loaded' ? document.document : undefined
  const pageCount = opened?.pageCount ?? 0
  // A page that the document no longer has gives way to the first.
  const pageNumber = opened && wanted > pageCount ? 1 : wanted
  // What was painted belongs to one document.
  const ahead = useMemo(() => new PaintAhead(), [opened])
  useEffect(() => () => ahead.drop(), [ahead])
  const { current } = model
  // The painting begins while React is still busy with the page around it.
  const prepare = useCallback(
    (here: PdfPage) => ahead.prepare(here, renderScale(here, current().zoom, window.devicePixelRatio || 1)),
    [ahead, current],
  )
  const page = usePage(opened, pageNumber, prepare)

  const shown = page.kind === 'ready' ? page.page : undefined
  useLayoutEffect(() => {
    if (shown) dispatch({ type: 'page-shown', page: shown.size })
  }, [shown, dispatch])
  // A document that was opened or read anew starts from its initial zoom; turning a page keeps it.
  useLayoutEffect(() => {
    if (opened) dispatch({ type: 'reset' })
  }, [opened, dispatch])

  const goTo = useCallback(
    (next: number) => {
      if (next < 1 || next > pageCount) return
      const here = opened?.here(next)
      // Whether or not it can be read is said when it is shown.
      if (here) prepare(here)
      else opened?.page(next).then(prepare, () => undefined)
      setWanted(() => next)
    },
    [pageCount, opened, prepare, setWanted],
  )
  const { onRefresh } = options
  const refreshed = useRef(onRefresh)
  useLayoutEffect(() => {
    refreshed.current = onRefresh
  })
  const reload = useCallback(() => {
    readAnew()
    refreshed.current?.()
  }, [readAnew])
  const resetView = useCallback(() => dispatch({ type: 'reset' }), [dispatch])
  return { document, page, pageNumber, pageCount, view, ahead, goTo, reload, dismiss, resetView }
}
