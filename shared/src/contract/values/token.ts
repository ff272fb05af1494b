import * as v from 'valibot'
import { MAX_LENGTHS } from './limits.ts'

/** Of a link or a request. */
export const TokenSchema = v.pipe(v.string(), v.maxLength(MAX_LENGTHS.token))

export const TokenParam = v.object({ token: TokenSchema })
