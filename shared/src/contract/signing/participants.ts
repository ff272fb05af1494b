import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { EmailSchema } from '../values/email.ts'
import { IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { SignerNameSchema } from '../values/signer-name.ts'
import { visibleText } from '../values/visible-name.ts'
import { InvitationSchema, REASON_MAX } from './invitations.ts'

/**
 * Kinds of people without a field: they approve the document before it is signed, confirm that they read it, or get a
 * copy. Signers are known by their fields.
 */
export const participantKinds = ['visto_bueno', 'lectura', 'copia'] as const
export type ParticipantKind = (typeof participantKinds)[number]

/** When a copy is mailed. */
export const copyMoments = ['sent', 'completed', 'both'] as const
export type CopyMoment = (typeof copyMoments)[number]

/** Of the kinds above, in one document. */
export const PARTICIPANTS_PER_DOCUMENT_MAX = 30
/** As many as steps of an order. */
const STEPS_MAX = 200

export const BeforeStepSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(STEPS_MAX))

export const ParticipantNoteSchema = visibleText(REASON_MAX, `La nota debe tener como máximo ${REASON_MAX} caracteres`)

/** `answered`: approved, or read; `declined`: rejected with a reason. Otherwise as of a signer. */
export const participantInvitationStates = ['standing', 'expired', 'revoked', 'answered', 'declined'] as const

const ParticipantInvitationSchema = v.object({
  ...v.omit(InvitationSchema, ['field_id']).entries,
  state: v.picklist(participantInvitationStates),
})

/** A person without a field. */
export const ParticipantSchema = v.object({
  id: IdSchema,
  kind: v.picklist(participantKinds),
  name: v.string(),
  email: v.string(),
  /** From the owner; the person reads it. */
  note: v.string(),
  /** Null except of `copia`. */
  copy_when: v.nullable(v.picklist(copyMoments)),
  /** Signers of this step and of later ones wait for the approval; counted from 1. Null except of `visto_bueno`. */
  before_step: v.nullable(v.number()),
  /** Approved, or read. */
  answered_at: v.nullable(InstantSchema),
  /** Other kinds of the same person in this document; `firma` is a signer. */
  also: v.array(v.picklist(['firma', ...participantKinds])),
  /** Before the invitation; afterwards `correctAddress` and removal are left. */
  can_change: v.boolean(),
  can_remove: v.boolean(),
  /** The newest one. Revoke, remind, hand over and correct it with the calls of invitations. */
  invitation: v.nullable(ParticipantInvitationSchema),
})
export type Participant = v.InferOutput<typeof ParticipantSchema>

const details = {
  name: SignerNameSchema,
  email: EmailSchema,
  note: v.optional(ParticipantNoteSchema, ''),
  /** Only of `copia`; without it, `completed`. */
  copy_when: v.optional(v.nullable(v.picklist(copyMoments))),
  /** Only of `visto_bueno`; without it, 1: before the first signature. Steps that do not exist count as the last one. */
  before_step: v.optional(v.nullable(BeforeStepSchema)),
}

export const AddParticipantSchema = v.object({ kind: v.picklist(participantKinds), ...details })
const AddedParticipantSchema = v.object({
  ...AddParticipantSchema.entries,
  /** In all documents of the sending, or in none; refused with SENDING_SENT once it was sent. */
  in_sending: v.optional(v.boolean()),
})
export const ChangeParticipantSchema = v.object(details)

const PATH = '/home/api/files/:id/participants/'
const ONE = `${PATH}:participantId/` as const
const params = v.object({ id: IdParamSchema, participantId: IdParamSchema })
const message = v.optional(visibleText(REASON_MAX, `El texto debe tener como máximo ${REASON_MAX} caracteres`))

/** In the order in which they were added. */
export const listParticipantsCall = callOf('listParticipants', 'GET', PATH, {
  params: IdParams,
  reply: v.array(ParticipantSchema),
})

/** A repeated call with equal details returns the first participant; with others it is refused. */
export const addParticipantCall = callOf('addParticipant', 'POST', PATH, {
  params: IdParams,
  body: AddedParticipantSchema,
  reply: ParticipantSchema,
})

/** Refused after the invitation. */
export const changeParticipantCall = callOf('changeParticipant', 'PUT', ONE, {
  params,
  body: ChangeParticipantSchema,
  reply: ParticipantSchema,
})

/** Ends the invitation, too. Refused after an approval or a reading. */
export const removeParticipantCall = callOf('removeParticipant', 'DELETE', ONE, {
  params,
  reply: v.object({ success: v.boolean() }),
})

/**
 * Mails the person, or prepares the mail of a later turn. Inviting again replaces the link. In a sending, they are
 * invited to all its documents in which they take part so and were not invited, by one mail.
 */
export const inviteParticipantCall = callOf('inviteParticipant', 'POST', `${ONE}invite/`, {
  params,
  /** Without a message, a new mail repeats the previous one. */
  body: v.object({ message }),
  reply: v.object({ success: v.boolean(), message: v.string(), expires_at: InstantSchema }),
})

/** For the owner; stores nothing. */
export const previewParticipantCall = callOf('previewParticipant', 'POST', `${ONE}preview/`, {
  params,
  body: v.object({ message }),
  reply: v.object({ subject: v.string(), text: v.string(), html: v.string(), waits: v.boolean() }),
})
