import * as v from 'valibot'

/**
 * Identifier on the wire: a random integer of up to 53 bits, so that nobody can count through them and JSON numbers
 * still carry it exactly.
 */
export const IdSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

/** An identifier as it stands in a path or a query: decimal digits. */
export const IdParamSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), IdSchema)

/** The identifier that a part of an address names, or undefined. */
export const parseId = (text: unknown): number | undefined => {
  const parsed = v.safeParse(IdParamSchema, text)
  return parsed.success ? parsed.output : undefined
}

/** Instant in ISO 8601, UTC, with milliseconds: `2026-01-31T18:00:00.000Z`. */
export const InstantSchema = v.pipe(v.string(), v.isoTimestamp())
