/**
 * Each page ends with a small square whose colour is its number. It is the last thing that is painted, so that whoever
 * sees it on a canvas knows which page is there, and that it is there completely, without a word from the viewer.
 */

/** A4, in points. */
export const PAGE = { width: 595, height: 842 } as const
/** The square, in points from the lower left corner. */
const MARK = { x: 555, y: 16, size: 24 } as const
/** The blue of every mark; red and green hold the page number. */
export const MARK_BLUE = 200

/** Where the middle of the mark lies, as fractions of the page from its upper left corner. */
export const markPlace = {
  x: (MARK.x + MARK.size / 2) / PAGE.width,
  y: 1 - (MARK.y + MARK.size / 2) / PAGE.height,
} as const

/** Operators that paint the mark of a page, from 1. */
export const markOf = (page: number): string => {
  const colour = [page >> 8, page & 255, MARK_BLUE].map((value) => (value / 255).toFixed(6)).join(' ')
  return `q ${colour} rg ${MARK.x} ${MARK.y} ${MARK.size} ${MARK.size} re f Q`
}
