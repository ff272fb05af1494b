import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'

/** What a place asks for. `text`: other words, such as an address. */
export const foundPlaceKinds = ['signature', 'initials', 'name', 'identification', 'date', 'text'] as const

/** A place of the document's own text and strokes that asks for a signature or for words. Only proposed. */
export const DocumentPlaceFoundSchema = v.object({
  kind: v.picklist(foundPlaceKinds),
  /** `tag`: `{{firma:arrendatario}}`, or an empty signature field of the file; `line`: underscores or dots; `stroke`: a drawn line. */
  source: v.picklist(['tag', 'line', 'stroke']),
  /** From 1. */
  page: v.number(),
  /** Fractions of the page as it is seen, origin top left, as in fields. */
  x_relative: v.number(),
  y_relative: v.number(),
  width_relative: v.number(),
  height_relative: v.number(),
  /** Who signs or fills it, in the document's own words. */
  role: v.nullable(v.string()),
  /** The words next to the place. */
  label: v.string(),
  /** Only a tag can say so. */
  required: v.boolean(),
})
export type DocumentPlaceFound = v.InferOutput<typeof DocumentPlaceFoundSchema>

/**
 * Where the newest revision asks for signatures and words, as the editor proposes it; nothing is placed. Of long
 * documents the ends are read. `is_complete` is false if pages were left out, or if the file could not be read.
 */
export const findPlacesCall = callOf('findPlaces', 'GET', '/home/api/files/:id/places/', {
  params: IdParams,
  reply: v.object({ places: v.array(DocumentPlaceFoundSchema), is_complete: v.boolean() }),
})
