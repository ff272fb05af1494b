import * as v from 'valibot'

/** `certified`: national certificates only (Ley 8454). */
export const signingModes = ['electronic', 'certified'] as const
export type SigningMode = (typeof signingModes)[number]
/** @deprecated Use `SigningMode`. */
export type DocumentMode = SigningMode
/** Earlier servers send none: `electronic`. */
export const SigningModeSchema = v.optional(v.picklist(signingModes))
