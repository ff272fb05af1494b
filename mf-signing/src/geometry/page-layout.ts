import { NARROW_WINDOW_PX } from '../ui/constants.ts'
import type { Point, Size } from './geometry.ts'

/** 1 shows one PDF point (1/72 inch) as one CSS pixel. */
const DEFAULT_ZOOM = 1
const NARROW_DEFAULT_ZOOM = 0.5

export const defaultZoom = (windowWidth: number): number =>
  windowWidth <= NARROW_WINDOW_PX ? NARROW_DEFAULT_ZOOM : DEFAULT_ZOOM

/** Largest canvas on iOS, in pixels. */
export const CANVAS_MAX_PIXELS = 16 * 1024 * 1024

/** Device resolution, limited by the largest canvas. */
export const renderScale = ({ size }: { readonly size: Size }, zoom: number, pixelRatio: number): number => {
  const wanted = zoom * pixelRatio
  const largest = Math.sqrt(CANVAS_MAX_PIXELS / (size.width * size.height))
  return Math.min(wanted, largest)
}

const PAGE_MARGIN_PX = 24
/** Space for the toolbar. */
export const PAGE_FOOT_PX = 88

/** `viewport` in CSS pixels, `page` in canvas pixels (zoom 1). */
export interface PageLayout {
  readonly zoom: number
  readonly viewport: Size
  readonly page: Size
}

/** Size of the scroll area, in CSS pixels. */
export const contentSize = ({ zoom, page, viewport }: PageLayout): Size => ({
  width: Math.max(viewport.width, page.width * zoom + 2 * PAGE_MARGIN_PX),
  height: Math.max(viewport.height, page.height * zoom + PAGE_MARGIN_PX + PAGE_FOOT_PX),
})

/** Top left corner of the page in the scroll area, above the space for the toolbar. */
export const pageOrigin = (layout: PageLayout): Point => {
  const content = contentSize(layout)
  const foot = PAGE_FOOT_PX - PAGE_MARGIN_PX
  return {
    x: (content.width - layout.page.width * layout.zoom) / 2,
    y: Math.max(PAGE_MARGIN_PX, (content.height - foot - layout.page.height * layout.zoom) / 2),
  }
}
