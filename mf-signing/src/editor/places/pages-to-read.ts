/** Reading a page brings its bytes: of long documents, the ends are read, where people sign. */
export const FIRST_PAGES = 10
export const LAST_PAGES = 50

/** @returns numbers of pages, from 1, in order */
export const pagesToRead = (count: number): readonly number[] => {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  return all.filter((page) => page <= FIRST_PAGES || page > count - LAST_PAGES)
}
