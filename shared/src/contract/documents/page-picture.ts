import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { IdParamSchema } from '../values/ids.ts'

/** Pixels across: a card of the list has 160 CSS pixels, at one, two and three pixels to each. */
const SMALL_WIDTHS = ['160', '320', '480'] as const

const WidthSchema = v.pipe(v.optional(v.picklist(SMALL_WIDTHS), '320'), v.transform(Number))

const PagePictureParams = v.object({
  ...IdParams.entries,
  /** From 1; no document has a million pages. */
  page: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number)),
})

/**
 * WebP, or 204 if the page cannot be drawn or the revision is not the newest. `revision`: the number in the list. A
 * browser may keep the picture of a revision for ever.
 */
export const pagePictureCall = callOf('pagePicture', 'GET', '/home/api/files/:id/pages/:page/picture', {
  params: PagePictureParams,
  query: v.object({ width: WidthSchema, revision: v.optional(IdParamSchema) }),
  reply: v.unknown(),
})

/** The same of the first page of a template. */
export const templatePictureCall = callOf('templatePicture', 'GET', '/home/api/templates/:id/picture/', {
  params: IdParams,
  query: v.object({ width: WidthSchema, version: v.optional(IdParamSchema) }),
  reply: v.unknown(),
})
