import * as v from 'valibot'

/** `POST` of a page of a document, once, for some of the pages. */
export const FIRST_PAGE_REPORT_PATH = '/mf-events/first-page'

/** By the window alone. */
export const viewportClasses = ['phone', 'desktop'] as const

/** Since the navigation. */
const MillisecondsSchema = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)))

/** Nothing about the person, the document or the link. */
export const FirstPageReportSchema = v.strictObject({
  /** Of the page. */
  token: v.pipe(v.string(), v.maxLength(2000)),
  device: v.picklist(viewportClasses),
  /** Until the server's picture was shown. */
  picture: MillisecondsSchema,
  /** Until the page that pdf.js paints. */
  page: MillisecondsSchema,
  /** Until a button to sign answered taps. */
  tap: MillisecondsSchema,
})
export type FirstPageReport = v.InferOutput<typeof FirstPageReportSchema>
