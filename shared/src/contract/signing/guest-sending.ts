import * as v from 'valibot'
import { IdSchema } from '../values/ids.ts'

/**
 * `open`: waits for this person now; `later`: for earlier signers first; `signed`: by this person, or by another in
 * their place; `ended`: cancelled, expired, revoked or deleted.
 */
export const sendingStates = ['open', 'later', 'signed', 'ended'] as const

/** A document of the sending that asks, or asked, the guest for a signature, an approval or a reading, or is a copy. */
export const GuestSendingDocumentSchema = v.object({
  id: IdSchema,
  /** Empty for an ended one. */
  original_filename: v.string(),
  state: v.picklist(sendingStates),
  /** Path and query of the page that opens it for this person; null for an ended one. */
  path: v.nullable(v.string()),
  /** The person has opened it before. */
  is_seen: v.boolean(),
  /** Signatures that it asks this person for. */
  fields: v.number(),
  /** It asks this person to fill in form fields: the act takes their saved draft. */
  has_form: v.boolean(),
  /** Signed in one act with the others; otherwise (card, certificate asked) by itself. */
  is_joint: v.boolean(),
})
export type GuestSendingDocument = v.InferOutput<typeof GuestSendingDocumentSchema>

/** In the order of the sending; the guest's present document included. */
export const GuestSendingSchema = v.object({ id: IdSchema, documents: v.array(GuestSendingDocumentSchema) })
export type GuestSending = v.InferOutput<typeof GuestSendingSchema>
