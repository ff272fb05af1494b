import * as v from 'valibot'

/** Hexadecimal, lower case. */
export const Sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
