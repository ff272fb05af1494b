import * as v from 'valibot'
import { AgentKindSchema } from './agent.ts'
import { defineCall } from './call.ts'
import { SignatureFieldSchema } from './fields.ts'
import { IdParamSchema, IdSchema, InstantSchema } from './ids.ts'
import { EmailSchema } from './session.ts'

/**
 * Invitation payload. `document_url` and `field_coordinates` are the specification's; the server makes the link and
 * reads the place of the field itself, so nothing in the mail comes from the browser's word.
 */
export const SendInvitationSchema = v.object({
  email: EmailSchema,
  signer_name: v.pipe(v.string(), v.trim(), v.maxLength(64)),
  document_url: v.pipe(v.string(), v.maxLength(2000)),
  field_id: v.union([IdSchema, v.pipe(v.string(), v.maxLength(100))]),
  field_coordinates: v.nullable(
    v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number(), page: v.number() }),
  ),
})

export const sendInvitationCall = defineCall({
  name: 'sendInvitation',
  method: 'POST',
  path: '/home/api/files/:id/send-invitation/',
  params: v.object({ id: IdParamSchema }),
  body: SendInvitationSchema,
  reply: v.object({ success: v.boolean(), message: v.string(), expires_at: InstantSchema }),
})

/**
 * What became of an invitation: it stands, its time is over, the owner took it back, its field is signed, or the guest
 * said no.
 */
export const invitationStates = ['standing', 'expired', 'revoked', 'signed', 'declined'] as const
export type InvitationState = (typeof invitationStates)[number]

/** What became of the mail that carries it. */
export const deliveryStates = ['queued', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const InvitationSchema = v.object({
  id: IdSchema,
  field_id: IdSchema,
  email: v.string(),
  state: v.picklist(invitationStates),
  invited_at: InstantSchema,
  expires_at: InstantSchema,
  /** Others sign first: its mail leaves when it is its guest's turn. */
  waits: v.boolean(),
  /** Null where the mail is not known any more, or was kept back before it left. */
  delivery: v.nullable(
    v.object({
      state: v.picklist(deliveryStates),
      sent_at: v.nullable(InstantSchema),
      /** Why the last attempt failed, in Spanish; it will be repeated while the mail is queued. */
      reason: v.nullable(v.string()),
    }),
  ),
  /** When the guest's page first told that a person looks at the document; null: not yet. */
  seen_at: v.nullable(InstantSchema),
  reminders: v.object({
    sent: v.number(),
    last_at: v.nullable(InstantSchema),
    /** When the next one leaves by itself; null: none will. */
    next_at: v.nullable(InstantSchema),
    /** The guest wants none. */
    silenced: v.boolean(),
  }),
  declined: v.nullable(v.object({ at: InstantSchema, reason: v.string() })),
  /** The guest says that somebody else is to sign; waits for the owner's word while the invitation stands. */
  proposal: v.nullable(v.object({ at: InstantSchema, name: v.string(), email: v.string(), note: v.string() })),
})
export type Invitation = v.InferOutput<typeof InvitationSchema>

export const listInvitationsCall = defineCall({
  name: 'listInvitations',
  method: 'GET',
  path: '/home/api/files/:id/invitations/',
  params: v.object({ id: IdParamSchema }),
  reply: v.array(InvitationSchema),
})

export const revokeInvitationCall = defineCall({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/home/api/files/:id/invitations/:invitationId/',
  params: v.object({ id: IdParamSchema, invitationId: IdParamSchema }),
  reply: v.object({ success: v.boolean() }),
})

const InvitationToken = v.object({ token: v.pipe(v.string(), v.maxLength(512)) })

/** Opening the link changes nothing: this call only reads, and what it answers grants what the token granted. */
export const validateInvitationCall = defineCall({
  name: 'validateInvitation',
  method: 'GET',
  path: '/home/api/validate-invitation-token',
  query: InvitationToken,
  reply: v.object({
    signature_field: SignatureFieldSchema,
    signer_email: v.string(),
    owner_name: v.string(),
    document: v.object({ id: IdSchema, original_filename: v.string(), download_url: v.string() }),
    access_token: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    /** Until when the invitation can be used. */
    expires_at: InstantSchema,
    agent: AgentKindSchema,
    reminders_silenced: v.boolean(),
    /** Others sign first where it is `later`. */
    turn: v.picklist(['now', 'later']),
    /** More fields that wait for this very person, and can be signed in the same act. */
    other_fields: v.array(SignatureFieldSchema),
    /** Somebody else was proposed, and the owner has not answered yet. */
    proposal: v.nullable(v.object({ name: v.string(), email: v.string() })),
  }),
})

const LAPSED_PATH = '/home/api/lapsed-invitation/'

/**
 * What the link of an invitation was for that expired or was replaced by another one to the same address. 410 for every
 * other token.
 */
export const lapsedInvitationCall = defineCall({
  name: 'lapsedInvitation',
  method: 'GET',
  path: LAPSED_PATH,
  query: InvitationToken,
  reply: v.object({ original_filename: v.string(), owner_name: v.string() }),
})

/** Mails a new link in the place of such a one, to the invited address and nowhere else. */
export const renewInvitationCall = defineCall({
  name: 'renewInvitation',
  method: 'POST',
  path: LAPSED_PATH,
  body: InvitationToken,
  reply: v.object({ success: v.boolean() }),
})

const Reason = v.pipe(v.string(), v.trim(), v.maxLength(500, 'El texto debe tener como máximo 500 caracteres'))
export const DeclineInvitationSchema = v.object({
  reason: v.pipe(Reason, v.nonEmpty('Por favor, escribe el motivo')),
})
export const ForwardInvitationSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Por favor ingresa el nombre del firmante'), v.maxLength(64)),
  email: EmailSchema,
  note: v.optional(Reason, ''),
})
const FieldParams = v.object({ fieldId: IdParamSchema })
const InvitationParams = v.object({ id: IdParamSchema, invitationId: IdParamSchema })
const Done = v.object({ success: v.boolean() })

/** The calls of a guest about the own invitation carry the guest access token that the invitation gave. */
export const seenInvitationCall = defineCall({
  name: 'seenInvitation',
  method: 'POST',
  path: '/home/api/signature-fields/:fieldId/seen/',
  params: FieldParams,
  body: v.object({}),
  reply: Done,
})

export const declineInvitationCall = defineCall({
  name: 'declineInvitation',
  method: 'POST',
  path: '/home/api/signature-fields/:fieldId/decline/',
  params: FieldParams,
  body: DeclineInvitationSchema,
  reply: Done,
})

export const forwardInvitationCall = defineCall({
  name: 'forwardInvitation',
  method: 'POST',
  path: '/home/api/signature-fields/:fieldId/forward/',
  params: FieldParams,
  body: ForwardInvitationSchema,
  reply: Done,
})

export const silenceRemindersCall = defineCall({
  name: 'silenceReminders',
  method: 'POST',
  path: '/home/api/signature-fields/:fieldId/reminders/',
  params: FieldParams,
  body: v.object({ silenced: v.boolean() }),
  reply: Done,
})

const UNSUBSCRIBE_PATH = '/home/api/unsubscribe'

/**
 * What a mail program posts by itself where its reader wants no more such mails (RFC 8058), with the token of the
 * invitation's link in the address. The body also comes as `multipart/form-data`.
 */
export const unsubscribeCall = defineCall({
  name: 'unsubscribe',
  method: 'POST',
  path: UNSUBSCRIBE_PATH,
  encoding: 'form',
  query: InvitationToken,
  body: v.optional(v.object({ 'List-Unsubscribe': v.literal('One-Click') })),
  reply: Done,
})

/** Answers a redirection to the guest's page, where a person can say the same. Changes nothing itself. */
export const openUnsubscribeCall = defineCall({
  name: 'openUnsubscribe',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  query: InvitationToken,
  reply: v.unknown(),
})

export const remindCall = defineCall({
  name: 'remind',
  method: 'POST',
  path: '/home/api/files/:id/invitations/:invitationId/remind/',
  params: InvitationParams,
  body: v.object({}),
  reply: v.object({ success: v.boolean(), message: v.string() }),
})

export const answerProposalCall = defineCall({
  name: 'answerProposal',
  method: 'POST',
  path: '/home/api/files/:id/invitations/:invitationId/proposal/',
  params: InvitationParams,
  body: v.object({ accepted: v.boolean() }),
  reply: Done,
})

export const cancelDocumentCall = defineCall({
  name: 'cancelDocument',
  method: 'POST',
  path: '/home/api/files/:id/cancel/',
  params: v.object({ id: IdParamSchema }),
  body: v.object({ reason: v.optional(Reason, '') }),
  reply: Done,
})
