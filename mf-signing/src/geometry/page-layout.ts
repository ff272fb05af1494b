import { NARROW_WINDOW_PX } from '../ui/constants.ts'
import type { Point, Size } from './geometry.ts'
import { clamp } from './geometry.ts'

/** 1 shows one canvas pixel as one CSS pixel. */
const DEFAULT_ZOOM = 1
const NARROW_DEFAULT_ZOOM = 0.5

export const defaultZoom = (windowWidth: number): number =>
  windowWidth <= NARROW_WINDOW_PX ? NARROW_DEFAULT_ZOOM : DEFAULT_ZOOM

/** Whether a reader's pages follow each other. */
export const pagesFlow = (windowWidth: number): boolean => windowWidth <= NARROW_WINDOW_PX

/** Of a page, in canvas pixels: A6, and a little more than A3. */
const [LEAST_SIDE, MOST_SIDE] = [420, 1224]

/**
 * Canvas pixels of a PDF point (1/72 inch). Plans and receipts are shown as if they were of an office's paper, so that zoom, new
 * fields and their least sizes suit them; a long strip is not made narrow. Fields are stored as fractions of the page.
 */
export const pixelsOfPoint = ({ width, height }: Size): number => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (!(short > 0)) return 1
  return long < LEAST_SIDE ? LEAST_SIDE / long : Math.min(1, Math.max(MOST_SIDE / long, LEAST_SIDE / short))
}

export const canvasSizeOf = (points: Size): Size => {
  const unit = pixelsOfPoint(points)
  return { width: points.width * unit, height: points.height * unit }
}

export type WindowSize = Pick<Window, 'innerWidth' | 'innerHeight'>

/** Margins and the guest page's column (`placement.css`). */
const besidePage = ({ innerWidth, innerHeight }: WindowSize): number => {
  if (innerWidth >= 640 && innerHeight < 500) return 368
  return innerWidth >= 900 ? 400 : 16
}

/** Fits the width where the default is narrower; docs/decisions/0038. */
export const readingZoom = (window: WindowSize, page: Size | undefined): number => {
  const zoom = defaultZoom(window.innerWidth)
  if (zoom === DEFAULT_ZOOM || !page) return zoom
  const fitted = (window.innerWidth - besidePage(window)) / page.width
  return clamp(Math.floor(fitted * 1000) / 1000, zoom, DEFAULT_ZOOM)
}

/** Largest canvas on iOS, in pixels. */
export const CANVAS_MAX_PIXELS = 16 * 1024 * 1024
/** In pixels; Safari draws no longer canvas. */
const CANVAS_MAX_SIDE = 16_384

export const renderScale = (
  { size }: { readonly size: Size },
  zoom: number,
  pixelRatio: number,
  mostPixels = CANVAS_MAX_PIXELS,
): number => {
  const wanted = zoom * pixelRatio
  const largest = Math.sqrt(mostPixels / (size.width * size.height))
  return Math.min(wanted, largest, CANVAS_MAX_SIDE / Math.max(size.width, size.height))
}

const PAGE_MARGIN_PX = 24
/** Next to the page on phones; the fitted width leaves more. */
const NARROW_MARGIN_PX = 2
const PAGE_GAP_PX = 12
/** Space for the toolbar. */
export const PAGE_FOOT_PX = 88

/** `viewport` in CSS pixels, pages in canvas pixels (zoom 1). */
export interface PageLayout {
  readonly zoom: number
  readonly viewport: Size
  readonly page: Size
  readonly column?: PageColumn | undefined
}

export interface PageColumn {
  readonly number: number
  /** Estimated until a page is loaded. */
  readonly sizes: readonly Size[]
}

const pageSizes = ({ column, page }: PageLayout): readonly Size[] => column?.sizes ?? [page]

const stackHeight = (sizes: readonly Size[], zoom: number): number =>
  sizes.reduce((sum, { height }) => sum + height * zoom + PAGE_GAP_PX, 0)

export const sizeOfPage = ({ column, page }: PageLayout, number: number): Size => column?.sizes[number - 1] ?? page

export const contentSize = (layout: PageLayout): Size => {
  const { zoom, viewport, column } = layout
  const pages = pageSizes(layout)
  const widest = pages.reduce((most, { width }) => Math.max(most, width), 0)
  const margin = column && viewport.width < 640 ? NARROW_MARGIN_PX : PAGE_MARGIN_PX
  return {
    width: Math.max(viewport.width, widest * zoom + 2 * margin),
    height: Math.max(viewport.height, stackHeight(pages, zoom) - PAGE_GAP_PX + PAGE_MARGIN_PX + PAGE_FOOT_PX),
  }
}

/** Top left corner of a page in the scroll area, above the space for the toolbar. */
export const pageOrigin = (layout: PageLayout, number = layout.column?.number ?? 1): Point => {
  const { zoom } = layout
  const content = contentSize(layout)
  const pages = pageSizes(layout)
  const foot = PAGE_FOOT_PX - PAGE_MARGIN_PX
  const all = stackHeight(pages, zoom) - PAGE_GAP_PX
  return {
    x: (content.width - sizeOfPage(layout, number).width * zoom) / 2,
    y:
      Math.max(PAGE_MARGIN_PX, (content.height - foot - all) / 2) +
      stackHeight(pages.slice(0, layout.column ? number - 1 : 0), zoom),
  }
}

export const topOfPage = (layout: PageLayout): number => pageOrigin(layout).y - PAGE_MARGIN_PX

/** Part of the viewport above the line that is being read. */
const READING_LINE = 1 / 3

/** The page at the reading line; the last one at the end. */
export const pageAt = (layout: PageLayout & { readonly column: PageColumn }, scrollTop: number): number => {
  const { viewport, zoom, column } = layout
  const { length } = column.sizes
  if (scrollTop >= contentSize(layout).height - viewport.height - 1) return length
  const line = scrollTop + viewport.height * READING_LINE
  let bottom = pageOrigin(layout, 1).y
  const index = column.sizes.findIndex(({ height }) => {
    bottom += height * zoom + PAGE_GAP_PX
    return line < bottom
  })
  return index < 0 ? length : index + 1
}

export const pagesNear = ({ viewport, zoom, column }: PageLayout & { readonly column: PageColumn }): number[] => {
  const { number, sizes } = column
  const reach = (step: 1 | -1, room: number): number => {
    let end = number
    let left = room
    while (sizes[end - 1 + step] && (end === number || left > 0)) {
      end += step
      left -= (sizes[end - 1]?.height ?? 0) * zoom
    }
    return end
  }
  const own = (sizes[number - 1]?.height ?? 0) * zoom
  const first = reach(-1, Math.max(viewport.height * READING_LINE, viewport.height - own))
  const last = reach(1, viewport.height * (1 - READING_LINE))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
