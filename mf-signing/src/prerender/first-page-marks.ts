/** Names of `performance.mark` in the page of a document; `report-first-page.ts` reads them. */
export const PICTURE_MARK = 'first-picture'
export const PAGE_MARK = 'first-page'
export const TAP_MARK = 'first-tap'
