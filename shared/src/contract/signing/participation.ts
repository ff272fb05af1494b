import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { Sha256Schema } from '../values/sha256.ts'
import { TokenParam } from '../values/token.ts'
import { GuestSendingSchema } from './guest-sending.ts'
import { DeclineInvitationSchema, ForwardInvitationSchema } from './invitations.ts'
import { participantKinds } from './participants.ts'

const Done = v.object({ success: v.boolean() })
const ONE = '/home/api/participants/:participantId/'
const params = v.object({ participantId: IdParamSchema })

/**
 * Opens an invitation without a field, as `validateInvitation` opens one with a field: read-only, also after the
 * answer. A token of the other sort is refused by both.
 */
export const openParticipationCall = callOf('openParticipation', 'GET', '/home/api/participation/', {
  query: TokenParam,
  reply: v.object({
    participant: v.object({
      id: IdSchema,
      kind: v.picklist(participantKinds),
      name: v.string(),
      email: v.string(),
      note: v.string(),
      /** Approved, or read. */
      answered_at: v.nullable(InstantSchema),
    }),
    owner_name: v.string(),
    document: v.object({
      id: IdSchema,
      original_filename: v.string(),
      download_url: v.string(),
      /** All signatures and answers are there, and the document is sealed. */
      is_complete: v.boolean(),
    }),
    /** Reads the document and answers as this person; it signs nothing. */
    access_token: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    expires_at: InstantSchema,
    /** YYYY-MM-DD */
    answer_by: v.optional(v.string()),
    reminders_silenced: v.boolean(),
    /** `later`: waits for signers of earlier steps. */
    turn: v.picklist(['now', 'later']),
    proposal: v.nullable(v.object({ name: v.string(), email: v.string() })),
    /** Documents of the sending that ask this person for the same; `signed` is answered. Absent for one document. */
    sending: v.optional(GuestSendingSchema),
  }),
})

/** Sent by the page when a person sees the document; a reading can be confirmed from then on. */
export const seenDocumentCall = callOf('seenDocument', 'POST', `${ONE}seen/`, {
  params,
  body: v.object({}),
  reply: Done,
})

const Answer = v.object({
  /** Hexadecimal, of the bytes that the page displayed. DOCUMENT_DIFFERS if more than signatures came since. */
  document_sha256: v.optional(Sha256Schema),
})
const Answered = v.object({ success: v.boolean(), answered_at: InstantSchema })

/** `visto_bueno`. Repeating it changes nothing. */
export const approveDocumentCall = callOf('approveDocument', 'POST', `${ONE}approve/`, {
  params,
  body: Answer,
  reply: Answered,
})

/** `visto_bueno`, until it is given. Final: cancels the document for everyone. */
export const rejectDocumentCall = callOf('rejectDocument', 'POST', `${ONE}reject/`, {
  params,
  body: DeclineInvitationSchema,
  reply: Done,
})

/** `lectura`. DOCUMENT_NOT_OPENED before `seenDocument`. Repeating it changes nothing. */
export const confirmReadingCall = callOf('confirmReading', 'POST', `${ONE}read/`, {
  params,
  body: Answer,
  reply: Answered,
})

/** Proposes another person; the owner decides, and the invitation stays valid until then. Not for `copia`. */
export const forwardParticipationCall = callOf('forwardParticipation', 'POST', `${ONE}forward/`, {
  params,
  body: ForwardInvitationSchema,
  reply: Done,
})

export const silenceParticipationCall = callOf('silenceParticipation', 'POST', `${ONE}reminders/`, {
  params,
  body: v.object({ silenced: v.boolean() }),
  reply: Done,
})
