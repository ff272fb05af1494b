/** Pages read of the beginning and of the end of a long document, where people sign: reading a page takes its bytes. */
export const FIRST_PAGES = 10
export const LAST_PAGES = 50

/**
 * @param count pages of the document
 * @returns numbers of pages, from 1, in order
 */
export const pagesToRead = (count: number): readonly number[] => {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  return all.filter((page) => page <= FIRST_PAGES || page > count - LAST_PAGES)
}
