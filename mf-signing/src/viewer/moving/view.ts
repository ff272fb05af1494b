import type { CanvasRect, Point, Size } from '../../geometry/geometry.ts'
import { centreOf, clamp } from '../../geometry/geometry.ts'
import type { PageLayout } from '../../geometry/page-layout.ts'
import { contentSize, PAGE_FOOT_PX, pageOrigin } from '../../geometry/page-layout.ts'
import { FIND_BAR_PX, ZOOM_MAX, ZOOM_MIN } from '../constants.ts'

/**
 * `pan` is the scroll position. CSS pixels, except `page`: canvas pixels
 * (zoom 1).
 */
export interface View extends PageLayout {
  readonly pan: Point
  /** Zoom after opening and reset. */
  readonly initialZoom: number
}

/** `at`: fixed point; default: the centre. */
export type ViewAction =
  | {
      readonly type: 'viewport-measured'
      readonly viewport: Size
      /** Default zoom for this window width. */
      readonly initialZoom?: number
      readonly zoomHeld?: boolean
    }
  | { readonly type: 'page-shown'; readonly page: Size }
  | { readonly type: 'scrolled'; readonly dx: number; readonly dy: number }
  | { readonly type: 'panned'; readonly dx: number; readonly dy: number }
  | { readonly type: 'zoomed-to'; readonly zoom: number; readonly at?: Point }
  | { readonly type: 'zoomed-by-step'; readonly step: number; readonly at?: Point }
  | { readonly type: 'zoomed-by-factor'; readonly factor: number; readonly at?: Point }
  | { readonly type: 'revealed'; readonly rect: CanvasRect }
  | { readonly type: 'brought-into-view'; readonly rect: CanvasRect }
  | { readonly type: 'reset' }

export const openView = (initialZoom: number): View => ({
  zoom: initialZoom,
  initialZoom,
  pan: { x: 0, y: 0 },
  viewport: { width: 0, height: 0 },
  page: { width: 0, height: 0 },
})

const panned = (view: View, pan: Point): View => {
  const content = contentSize(view)
  return {
    ...view,
    pan: {
      x: clamp(pan.x, 0, content.width - view.viewport.width),
      y: clamp(pan.y, 0, content.height - view.viewport.height),
    },
  }
}

/** In canvas pixels. */
export const pagePointAt = (view: View, at: Point): Point => {
  const origin = pageOrigin(view)
  return { x: (view.pan.x + at.x - origin.x) / view.zoom, y: (view.pan.y + at.y - origin.y) / view.zoom }
}

/** `point` in canvas pixels. */
const placed = (view: View, point: Point, at: Point): View => {
  const origin = pageOrigin(view)
  return panned(view, { x: origin.x + point.x * view.zoom - at.x, y: origin.y + point.y * view.zoom - at.y })
}

const middle = ({ viewport }: View): Point => ({ x: viewport.width / 2, y: viewport.height / 2 })

const zoomed = (view: View, zoom: number, at: Point = middle(view)): View => {
  const next = { ...view, zoom: clamp(zoom, ZOOM_MIN, ZOOM_MAX) }
  return placed(next, pagePointAt(view, at), at)
}

/** Top of the page, centred horizontally. */
const home = (view: View): View => {
  const content = contentSize(view)
  return panned(view, { x: (content.width - view.viewport.width) / 2, y: 0 })
}

/** Keeps a zoom that the user changed. */
const measured = (view: View, action: Extract<ViewAction, { type: 'viewport-measured' }>): View => {
  const { viewport, initialZoom = view.initialZoom, zoomHeld = false } = action
  const next = { ...view, viewport, initialZoom }
  const follows = !zoomHeld && view.zoom === view.initialZoom && initialZoom !== view.initialZoom
  return follows ? home({ ...next, zoom: initialZoom }) : panned(next, view.pan)
}

const isSeen = (view: View, rect: CanvasRect): boolean => {
  const { width, height } = view.viewport
  const start = pagePointAt(view, { x: 0, y: FIND_BAR_PX })
  const end = pagePointAt(view, { x: width, y: height - PAGE_FOOT_PX })
  return rect.x >= start.x && rect.y >= start.y && rect.x + rect.width <= end.x && rect.y + rect.height <= end.y
}

/** Avoids rounding errors of 0.1 + 0.2. */
export const stepZoom = (zoom: number, by: number): number => Math.round((zoom + by) * 1000) / 1000

export const viewReducer = (view: View, action: ViewAction): View => {
  switch (action.type) {
    case 'viewport-measured':
      return measured(view, action)
    case 'page-shown':
      return home({ ...view, page: action.page })
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
      return home({ ...view, zoom: view.initialZoom })
  }
}
