import * as v from 'valibot'

/** Of the page's width or height. */
export const FractionSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
