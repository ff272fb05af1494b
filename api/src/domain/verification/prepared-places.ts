import { type PageRect, type PageSize, type PdfDocument, seenSize } from 'pdf'

/** Where the owner prepared something to be drawn. */
export interface PreparedPlace {
  /** From 1. */
  readonly page: number
  /** In fractions of the visible page. */
  readonly rect: PageRect
}

/** Points; programs round their rectangles. */
const TOLERANCE = 1

/** Size of the visible page in points, by its number from 1. */
export type PageSizes = (page: number) => PageSize

/** Of the visible pages. @throws PdfError */
export const pageSizes =
  (document: PdfDocument): PageSizes =>
  (page) =>
    seenSize(document.page(page).view())

/** The place, grown by the tolerance. */
export const withTolerance = ({ page, rect }: PreparedPlace, sizes: PageSizes): PreparedPlace => {
  const size = sizes(page)
  const [x, y] = [TOLERANCE / size.width, TOLERANCE / size.height]
  return { page, rect: { x: rect.x - x, y: rect.y - y, width: rect.width + 2 * x, height: rect.height + 2 * y } }
}

/** Points: a flat field with the border that a reader may give it. */
const LARGEST_DOT = 2.1

/** An invisible field is told as a dot. That nothing is seen there is for the pictures to say. */
const isDot = ({ width, height }: PageRect, size: PageSize): boolean =>
  width * size.width <= LARGEST_DOT && height * size.height <= LARGEST_DOT

/** Whether something drawn lies where the owner prepared a place, or is nothing but a dot. */
export const staysIn = (drawn: PreparedPlace, places: readonly PreparedPlace[], sizes: PageSizes): boolean =>
  isDot(drawn.rect, sizes(drawn.page)) ||
  places.some((place) => place.page === drawn.page && insideOf(drawn.rect, place, sizes))

/** With the tolerance for rounding and line widths. */
export const insideOf = (inner: PageRect, place: PreparedPlace, sizes: PageSizes): boolean => {
  const { rect } = withTolerance(place, sizes)
  return (
    inner.x >= rect.x &&
    inner.y >= rect.y &&
    inner.x + inner.width <= rect.x + rect.width &&
    inner.y + inner.height <= rect.y + rect.height
  )
}
