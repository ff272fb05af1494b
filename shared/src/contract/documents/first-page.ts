import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'

/** Pixels across: a phone with two to a CSS pixel, and a window on a desktop. */
export const PICTURE_WIDTHS = { phone: 800, desktop: 1100 } as const
export type PictureDevice = keyof typeof PICTURE_WIDTHS

/** In `Server-Timing` of an answer whose picture was not drawn for it. */
export const KEPT_TIMING = 'desc=kept'

const FirstPageSchema = v.object({
  /** Of the revision that the picture shows, and of no other. */
  sha256: v.string(),
  /** Points, as displayed. */
  width: v.number(),
  height: v.number(),
  /** Of the document. */
  pages: v.number(),
  /** Whether the page of this link will offer to sign. An API from before says nothing. */
  signs: v.optional(v.boolean(), false),
  /** WebP, as base64. */
  picture: v.string(),
})
export type FirstPage = v.InferOutput<typeof FirstPageSchema>

/** What `downloadFile` gives may be seen. Without a picture pdf.js alone shows the page. */
export const firstPageCall = callOf('firstPage', 'GET', '/home/api/files/:id/first_page', {
  params: IdParams,
  query: v.object({ device: v.optional(v.picklist(['phone', 'desktop']), 'desktop') }),
  reply: v.object({ page: v.nullable(FirstPageSchema) }),
})
