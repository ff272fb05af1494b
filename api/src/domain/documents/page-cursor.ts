import { createHash } from 'node:crypto'
import { IdSchema } from 'shared/contract'
import * as v from 'valibot'
import { invalidInput } from '../../platform/http/api-error.ts'

/** The last row; it may have been deleted. */
export interface PageCursor {
  /** `id` breaks ties. */
  readonly key: string | number
  readonly id: number
}

const fingerprint = (list: unknown): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)

/** Opaque; grants no access. */
export const writeCursor = (list: unknown, { key, id }: PageCursor): string =>
  Buffer.from(JSON.stringify([fingerprint(list), key, id])).toString('base64url')

const decode = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** @throws ApiError VALIDATION if damaged or from another list */
export const readCursor = (
  list: unknown,
  keySchema: v.GenericSchema<PageCursor['key']>,
  cursor: string,
): PageCursor => {
  const parsed = v.safeParse(v.tuple([v.literal(fingerprint(list)), keySchema, IdSchema]), decode(cursor))
  if (!parsed.success)
    throw invalidInput('cursor', 'La lista no puede continuar desde aquí. Vuelve a cargarla desde el principio.')
  const [, key, id] = parsed.output
  return { key, id }
}
