import type { CanvasRect, Point, Size } from '../../geometry/geometry.ts'
import { centreOf, clamp } from '../../geometry/geometry.ts'
import type { PageLayout } from '../../geometry/page-layout.ts'
import { contentSize, PAGE_FOOT_PX, pageOrigin, topOfPage } from '../../geometry/page-layout.ts'
import { FIND_BAR_PX, ZOOM_MAX, ZOOM_MIN } from '../constants.ts'

/**
 * `pan` is the scroll position. CSS pixels, except `page`: canvas pixels
 * (zoom 1).
 */
export interface ViewState extends PageLayout {
  readonly pan: Point
  readonly opening: ViewOpening
  readonly number: number
  readonly count: number
}

export interface ViewOpening {
  /** After opening and reset. */
  readonly zoom: number
  /** Pages follow each other in one column. */
  readonly flows: boolean
}

/** `at`: fixed point; default: the centre. */
export type ViewAction =
  | {
      readonly type: 'viewport-measured'
      readonly viewport: Size
      /** For this window. */
      readonly opening?: ViewOpening
      readonly zoomHeld?: boolean
    }
  | { readonly type: 'page-shown'; readonly page: Size; readonly number?: number; readonly opening?: ViewOpening }
  | { readonly type: 'pages-counted'; readonly count: number }
  /** A page of the column is loaded. */
  | { readonly type: 'page-sized'; readonly number: number; readonly size: Size }
  | { readonly type: 'page-read'; readonly number: number }
  | { readonly type: 'scrolled'; readonly dx: number; readonly dy: number }
  | { readonly type: 'panned'; readonly dx: number; readonly dy: number }
  | { readonly type: 'zoomed-to'; readonly zoom: number; readonly at?: Point }
  | { readonly type: 'zoomed-by-step'; readonly step: number; readonly at?: Point }
  | { readonly type: 'zoomed-by-factor'; readonly factor: number; readonly at?: Point }
  | { readonly type: 'revealed'; readonly rect: CanvasRect }
  | { readonly type: 'brought-into-view'; readonly rect: CanvasRect }
  | { readonly type: 'reset' }

export const openViewState = (opening: ViewOpening): ViewState => ({
  zoom: opening.zoom,
  opening,
  number: 1,
  count: 1,
  pan: { x: 0, y: 0 },
  viewport: { width: 0, height: 0 },
  page: { width: 0, height: 0 },
})

/** Pages that are not loaded get the size of the current one. */
const arranged = (view: ViewState): ViewState => {
  const { opening, number, count, page, column } = view
  if (!opening.flows || page.width === 0) return { ...view, column: undefined }
  const old = column?.sizes.length === count ? column.sizes : Array.from({ length: count }, () => page)
  return { ...view, column: { number, sizes: old.map((size, index) => (index === number - 1 ? page : size)) } }
}

const panned = (view: ViewState, pan: Point): ViewState => {
  const content = contentSize(view)
  return {
    ...view,
    pan: {
      x: clamp(pan.x, 0, content.width - view.viewport.width),
      y: clamp(pan.y, 0, content.height - view.viewport.height),
    },
  }
}

export const pagePointAt = (view: ViewState, at: Point): Point => {
  const origin = pageOrigin(view)
  return { x: (view.pan.x + at.x - origin.x) / view.zoom, y: (view.pan.y + at.y - origin.y) / view.zoom }
}

const placed = (view: ViewState, point: Point, at: Point): ViewState => {
  const origin = pageOrigin(view)
  return panned(view, { x: origin.x + point.x * view.zoom - at.x, y: origin.y + point.y * view.zoom - at.y })
}

const middle = ({ viewport }: ViewState): Point => ({ x: viewport.width / 2, y: viewport.height / 2 })

const zoomed = (view: ViewState, zoom: number, at: Point = middle(view)): ViewState => {
  const next = { ...view, zoom: clamp(zoom, ZOOM_MIN, ZOOM_MAX) }
  return placed(next, pagePointAt(view, at), at)
}

const home = (view: ViewState): ViewState => {
  const content = contentSize(view)
  return panned(view, { x: (content.width - view.viewport.width) / 2, y: topOfPage(view) })
}

/** Keeps a zoom that the user changed. */
const measured = (view: ViewState, action: Extract<ViewAction, { type: 'viewport-measured' }>): ViewState => {
  const { viewport, opening = view.opening, zoomHeld = false } = action
  const next = arranged({ ...view, viewport, opening })
  const follows = !zoomHeld && view.zoom === view.opening.zoom && opening.zoom !== view.opening.zoom
  if (follows) return home({ ...next, zoom: opening.zoom })
  return opening.flows === view.opening.flows ? panned(next, view.pan) : home(next)
}

/** A page that was scrolled to stays where it is. */
const pageShown = (view: ViewState, action: Extract<ViewAction, { type: 'page-shown' }>): ViewState => {
  const { page, number = 1 } = action
  const isFirst = view.page.width === 0
  const opening = isFirst ? (action.opening ?? view.opening) : view.opening
  const zoom = view.zoom === view.opening.zoom ? opening.zoom : view.zoom
  const next = arranged({ ...view, page, number, opening, zoom })
  return view.column && view.number === number ? next : home(next)
}

/** Keeps what is visible in its place. */
const pageSized = (view: ViewState, number: number, size: Size): ViewState => {
  const { column, zoom, pan } = view
  const old = column?.sizes[number - 1]
  if (!column || !old || (old.width === size.width && old.height === size.height)) return view
  const sizes = column.sizes.map((other, index) => (index === number - 1 ? size : other))
  const moved = number < view.number ? (size.height - old.height) * zoom : 0
  return { ...view, column: { ...column, sizes }, pan: { ...pan, y: pan.y + moved } }
}

const pageRead = (view: ViewState, number: number): ViewState => {
  const { column } = view
  const page = column?.sizes[number - 1]
  return column && page ? { ...view, number, page, column: { ...column, number } } : view
}

const isSeen = (view: ViewState, rect: CanvasRect): boolean => {
  const { width, height } = view.viewport
  const start = pagePointAt(view, { x: 0, y: FIND_BAR_PX })
  const end = pagePointAt(view, { x: width, y: height - PAGE_FOOT_PX })
  return rect.x >= start.x && rect.y >= start.y && rect.x + rect.width <= end.x && rect.y + rect.height <= end.y
}

/** Avoids rounding errors of 0.1 + 0.2. */
export const stepZoom = (zoom: number, by: number): number => Math.round((zoom + by) * 1000) / 1000

export const viewReducer = (view: ViewState, action: ViewAction): ViewState => {
  switch (action.type) {
    case 'viewport-measured':
      return measured(view, action)
    case 'page-shown':
      return pageShown(view, action)
    case 'pages-counted':
      return arranged({ ...view, count: action.count })
    case 'page-sized':
      return pageSized(view, action.number, action.size)
    case 'page-read':
      return pageRead(view, action.number)
    case 'scrolled':
      return { ...view, pan: { x: view.pan.x + action.dx, y: view.pan.y + action.dy } }
    case 'panned':
      return panned(view, { x: view.pan.x + action.dx, y: view.pan.y + action.dy })
    case 'zoomed-to':
      return zoomed(view, action.zoom, action.at)
    case 'zoomed-by-step':
      return zoomed(view, stepZoom(view.zoom, action.step), action.at)
    case 'zoomed-by-factor':
      return zoomed(view, view.zoom * action.factor, action.at)
    case 'revealed':
      return placed(view, centreOf(action.rect), middle(view))
    case 'brought-into-view':
      return isSeen(view, action.rect) ? view : placed(view, centreOf(action.rect), middle(view))
    case 'reset':
      return home({ ...view, zoom: view.opening.zoom })
  }
}
