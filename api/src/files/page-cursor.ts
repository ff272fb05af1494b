import { createHash } from 'node:crypto'
import { IdSchema } from 'shared/contract'
import * as v from 'valibot'
import { invalid } from '../http/api-error.ts'

/** The last row of a page: the next one begins after it, whether it is still there or not. */
export interface Place {
  /** What the list is ordered by first; the id decides between equals. */
  readonly key: string | number
  readonly id: number
}

const base64Url = (text: string): string => Buffer.from(text).toString('base64url')

/** Tells lists apart: a place in one says nothing about another. `list` is whatever makes one different, as JSON. */
const fingerprint = (list: unknown): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)

/** Where a list goes on, as opaque text. It holds nothing that its reader has not seen, and gives no right to anything. */
export const writeCursor = (list: unknown, { key, id }: Place): string =>
  base64Url(JSON.stringify([fingerprint(list), key, id]))

const decode = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/**
 * The place that a cursor of this list names.
 * @throws ApiError VALIDATION for one that is damaged, or of a list with other words, filters, order or owner
 */
export const readCursor = (list: unknown, keySchema: v.GenericSchema<Place['key']>, cursor: string): Place => {
  const parsed = v.safeParse(v.tuple([v.literal(fingerprint(list)), keySchema, IdSchema]), decode(cursor))
  if (!parsed.success)
    throw invalid('cursor', 'La lista no puede continuar desde aquí. Vuelve a cargarla desde el principio.')
  const [, key, id] = parsed.output
  return { key, id }
}
