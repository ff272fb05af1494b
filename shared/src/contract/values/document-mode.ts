import * as v from 'valibot'

/** `certified`: national certificates only (Ley 8454). */
export const documentModes = ['electronic', 'certified'] as const
export type DocumentMode = (typeof documentModes)[number]
/** Earlier servers send none: `electronic`. */
export const DocumentModeSchema = v.optional(v.picklist(documentModes))
