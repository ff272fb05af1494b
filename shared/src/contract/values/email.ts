import * as v from 'valibot'
import { MAX_LENGTHS } from './limits.ts'

export const EMAIL_INVALID_MESSAGE = 'El email no es válido'

/**
 * Dots stand between other characters (RFC 5321, section 4.1.2). Only a
 * delivered mail proves the address.
 */
export const EMAIL_PATTERN = /^[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)*@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u

const EmailText = v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTHS.email))

export const EmailSchema = v.pipe(EmailText, v.regex(EMAIL_PATTERN, EMAIL_INVALID_MESSAGE))

/** An empty text is no address, as in the specification's fields. */
export const OptionalEmailSchema = v.optional(
  v.pipe(
    EmailText,
    v.check((email) => email === '' || EMAIL_PATTERN.test(email), EMAIL_INVALID_MESSAGE),
  ),
  '',
)
