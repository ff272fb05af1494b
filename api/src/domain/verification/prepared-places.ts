import { type PdfDocument, type Rect, type Size, seenSize } from 'pdf'

/** Where the owner prepared something to be drawn. */
export interface PreparedPlace {
  /** From 1. */
  readonly page: number
  /** In fractions of the visible page. */
  readonly rect: Rect
}

/** Points; programs round their rectangles. */
const TOLERANCE = 1

export type PageSizes = (page: number) => Size

/** Of the visible pages. @throws PdfError */
export const pageSizes =
  (document: PdfDocument): PageSizes =>
  (page) =>
    seenSize(document.page(page).view())

export const insideOf = (inner: Rect, { page, rect }: PreparedPlace, sizes: PageSizes): boolean => {
  const { width, height } = sizes(page)
  const [x, y] = [TOLERANCE / width, TOLERANCE / height]
  return (
    inner.x >= rect.x - x &&
    inner.y >= rect.y - y &&
    inner.x + inner.width <= rect.x + rect.width + x &&
    inner.y + inner.height <= rect.y + rect.height + y
  )
}
