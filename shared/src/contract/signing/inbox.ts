import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { participantKinds } from './participants.ts'

/** An open invitation to a confirmed address of the account, from another account. */
export const InboxEntrySchema = v.object({
  invitation_id: IdSchema,
  document_id: IdSchema,
  original_filename: v.string(),
  owner_name: v.string(),
  /** `firma` is a signature. */
  kind: v.picklist(['firma', ...participantKinds]),
  /** Of the same person in this document, or in the sending; 0 without a signature. */
  fields: v.number(),
  invited_at: InstantSchema,
  expires_at: InstantSchema,
  /** YYYY-MM-DD */
  sign_by: v.optional(v.string()),
  /** The invited address, if the account has several. */
  for_email: v.optional(v.string()),
  /**
   * Several documents of one sending ask this person: they are one entry, of the first that waits. `documents` ask or
   * asked the person, who signed `signed` of them.
   */
  sending: v.optional(v.object({ id: IdSchema, documents: v.number(), signed: v.number() })),
})
export type InboxEntry = v.InferOutput<typeof InboxEntrySchema>

/** At most. */
export const INBOX_MAX = 100

/** Newest first: invitations whose turn has come and that ask for an answer. Empty without a confirmed address. */
export const listInboxCall = callOf('listInbox', 'GET', '/home/api/inbox/', {
  reply: v.object({ entries: v.array(InboxEntrySchema) }),
})

/**
 * Opens an invitation with the session, in place of the mailed link. The log says so. The link ends with the session,
 * with the address and with the invitation.
 */
export const openInboxCall = callOf('openInbox', 'POST', '/home/api/inbox/:invitationId/open/', {
  params: v.object({ invitationId: IdParamSchema }),
  body: v.object({}),
  /** Path and query of the page. */
  reply: v.object({ path: v.string() }),
})
