import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { notify, useLatest } from 'shared/state'
import { renderScale } from '../geometry/page-layout.ts'
import { ZOOM_NOTICE_INTERVAL_MS } from './constants.ts'
import type { ViewedDocument, ViewedPage } from './engine/pdf-engine.ts'
import type { ViewModel } from './moving/use-view.ts'
import { useView } from './moving/use-view.ts'
import type { ViewAction } from './moving/view.ts'
import { PaintAhead } from './painting/paint-ahead.ts'
import type { DocumentModel, DocumentSource, DocumentState } from './use-document.ts'
import { useDocument } from './use-document.ts'
import type { PageState } from './use-page.ts'
import { usePage } from './use-page.ts'

export interface ViewerOptions {
  readonly initialPage?: number
  /** Why the zoom is blocked. */
  readonly zoomBlocked?: string | undefined
  readonly reading?: boolean
  /** Resets selection and drags. */
  readonly onRefresh?: () => void
}

export interface ViewerModel {
  readonly document: DocumentState
  readonly page: PageState
  readonly pageNumber: number
  readonly pageCount: number
  readonly view: ViewModel
  readonly ahead: PaintAhead
  readonly goTo: (page: number) => void
  readonly read: (page: number) => void
  readonly reload: () => void
  readonly dismiss: () => void
  readonly explain: DocumentModel['explain']
  /** Even if the zoom is blocked. Stable. */
  readonly resetView: () => void
}

const zooms = (action: ViewAction, { view }: ViewModel): boolean =>
  action.type.startsWith('zoomed') || (action.type === 'reset' && view.zoom !== view.opening.zoom)

const useGuardedView = (model: ViewModel, { zoomBlocked }: ViewerOptions): ViewModel => {
  const lastNotice = useRef(Number.NEGATIVE_INFINITY)
  const dispatch = (action: ViewAction) => {
    if (zoomBlocked && action.type === 'viewport-measured') return model.dispatch({ ...action, zoomHeld: true })
    if (!zoomBlocked || !zooms(action, model)) return model.dispatch(action)
    // Throttled: the wheel fires often.
    if (performance.now() - lastNotice.current < ZOOM_NOTICE_INTERVAL_MS) return
    lastNotice.current = performance.now()
    notify({ type: 'warning', message: zoomBlocked })
  }
  return { ...model, dispatch }
}

/** A new document resets the page. */
const useWantedPage = (url: string | undefined, initialPage: number) => {
  const [wanted, setWanted] = useState({ url, page: initialPage })
  if (wanted.url !== url) setWanted({ url, page: initialPage })
  const setPage = useCallback((page: number) => setWanted((old) => ({ ...old, page })), [])
  return [wanted.page, setPage] as const
}

const useResets = ({ dispatch, openingOf }: ViewModel, page: PageState, opened: ViewedDocument | undefined): void => {
  const shown = page.kind === 'ready' ? page.page : undefined
  useLayoutEffect(() => {
    if (opened) dispatch({ type: 'pages-counted', count: opened.pageCount })
  }, [opened, dispatch])
  useLayoutEffect(() => {
    if (shown) dispatch({ type: 'page-shown', page: shown.size, number: shown.number, opening: openingOf(shown.size) })
  }, [shown, dispatch, openingOf])
  useLayoutEffect(() => {
    if (opened) dispatch({ type: 'reset' })
  }, [opened, dispatch])
}

/** Rendering starts before React commits the page. */
const usePrepare = (ahead: PaintAhead, { current, openingOf }: ViewModel) =>
  useCallback(
    (here: ViewedPage) => {
      const view = current()
      const zoom = view.page.width > 0 ? view.zoom : openingOf(here.size).zoom
      ahead.prepare(here, renderScale(here, zoom, window.devicePixelRatio || 1))
    },
    [ahead, current, openingOf],
  )

export const useViewer = (source: DocumentSource | undefined, options: ViewerOptions = {}): ViewerModel => {
  const { state: document, reload: readAnew, dismiss, explain } = useDocument(source)
  const [wanted, setWanted] = useWantedPage(source?.url, options.initialPage ?? 1)
  const model = useView(options.reading ?? false)
  const view = useGuardedView(model, options)
  const { dispatch } = model
  const opened = document.kind === 'loaded' ? document.document : undefined
  const pageCount = opened?.pageCount ?? 0
  // The page may be gone after a reload.
  const pageNumber = opened && wanted > pageCount ? 1 : wanted
  const ahead = useMemo(() => new PaintAhead(), [opened])
  useEffect(() => () => ahead.drop(), [ahead])
  const prepare = usePrepare(ahead, model)
  const page = usePage(opened, pageNumber, prepare)
  useResets(model, page, opened)
  const goTo = useCallback(
    (next: number) => {
      if (next < 1 || next > pageCount) return
      const here = opened?.here(next)
      // Errors are reported when the page is shown.
      if (here) prepare(here)
      else opened?.page(next).then(prepare, () => undefined)
      setWanted(next)
    },
    [pageCount, opened, prepare, setWanted],
  )
  const read = useCallback(
    (number: number) => {
      dispatch({ type: 'page-read', number })
      setWanted(number)
    },
    [dispatch, setWanted],
  )
  const refreshed = useLatest(options.onRefresh)
  const reload = useCallback(() => {
    readAnew()
    refreshed.current?.()
  }, [readAnew])
  const resetView = useCallback(() => dispatch({ type: 'reset' }), [dispatch])
  return { document, page, pageNumber, pageCount, view, ahead, goTo, read, reload, dismiss, explain, resetView }
}
