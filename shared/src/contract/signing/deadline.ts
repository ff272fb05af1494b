import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'

const DAY = 24 * 3_600_000
/** Costa Rica has no daylight saving time. */
const OFFSET = 6 * 3_600_000

/** @returns the instant after YYYY-MM-DD in Costa Rica; NaN: no such date */
export const endOfDate = (date: string): number => {
  const start = Date.parse(`${date}T00:00:00Z`)
  // Some engines accept 31 February.
  return new Date(start || 0).toISOString().startsWith(date) ? start + OFFSET + DAY : Number.NaN
}

/** Day in Costa Rica of an instant in milliseconds. */
export const dateOf = (instant: number): string => new Date(instant - OFFSET).toISOString().slice(0, 10)

/** Two years. */
export const DEADLINE_MAX_DAYS = 730

/** Last day that can be chosen. */
export const lastDate = (now: number): string => dateOf(now + DEADLINE_MAX_DAYS * DAY)

export const setDeadlineCall = callOf('setDeadline', 'PUT', '/home/api/files/:id/deadline/', {
  params: IdParams,
  body: v.object({
    /** Null removes it. */
    date: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Escribe la fecha completa'))),
  }),
  reply: v.object({ success: v.boolean() }),
})
