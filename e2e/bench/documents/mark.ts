/**
 * The mark's colour encodes the page number. It is painted
 * last, so a canvas that shows it is complete.
 */

/** A4, in points. */
export const PAGE = { width: 595, height: 842 } as const
/** In points from the lower left corner. */
const MARK = { x: 555, y: 16, size: 24 } as const
/** Blue channel of every mark; red and green hold the page number. */
export const MARK_BLUE = 200

/** Centre as fractions of the page, from the upper left corner. */
export const markPlace = {
  x: (MARK.x + MARK.size / 2) / PAGE.width,
  y: 1 - (MARK.y + MARK.size / 2) / PAGE.height,
} as const

export const markOf = (page: number): string => {
  const colour = [page >> 8, page & 255, MARK_BLUE].map((value) => (value / 255).toFixed(6)).join(' ')
  return `q ${colour} rg ${MARK.x} ${MARK.y} ${MARK.size} ${MARK.size} re f Q`
}
