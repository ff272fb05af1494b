import * as v from 'valibot'

/** Random, up to 53 bits: not enumerable, exact as a JSON number. */
export const IdSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

/** In a path; no leading zeros, so that one id has one address. */
export const IdParamSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), IdSchema)

/** Undefined for anything that is no id. */
export const parseId = (text: unknown): number | undefined => {
  const parsed = v.safeParse(IdParamSchema, text)
  return parsed.success ? parsed.output : undefined
}

/** ISO 8601, UTC, milliseconds: `2026-01-31T18:00:00.000Z`. */
export const InstantSchema = v.pipe(v.string(), v.isoTimestamp())
