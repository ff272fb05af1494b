import * as v from 'valibot'
import { SignatureFieldSchema } from '../documents/fields.ts'
import { callOf } from '../values/call-of.ts'
import { SigningModeSchema } from '../values/document-mode.ts'
import { EmailSchema } from '../values/email.ts'
import { FieldIdParams, IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { MAX_LENGTHS } from '../values/limits.ts'
import { SignerNameSchema } from '../values/signer-name.ts'
import { TokenParam } from '../values/token.ts'
import { visibleLine, visibleText } from '../values/visible-name.ts'
import { AgentKindSchema } from './agent.ts'
import { GuestSendingSchema } from './guest-sending.ts'

/** Characters of what one person writes to another. */
export const REASON_MAX = 500
const Reason = visibleText(REASON_MAX, `El texto debe tener como máximo ${REASON_MAX} caracteres`)

const InvitationParams = v.object({ id: IdParamSchema, invitationId: IdParamSchema })
const Done = v.object({ success: v.boolean() })

/** The server ignores `document_url` and `field_coordinates`. */
export const SendInvitationSchema = v.object({
  email: EmailSchema,
  signer_name: visibleLine(MAX_LENGTHS.signerName),
  document_url: v.pipe(v.string(), v.maxLength(2000)),
  field_id: v.union([IdSchema, v.pipe(v.string(), v.maxLength(100))]),
  field_coordinates: v.nullable(
    v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number(), page: v.number() }),
  ),
  /** Without it, a new mail repeats the previous message. */
  message: v.optional(Reason),
  /** Further fields of the same signer, invited by the same mail. */
  other_fields: v.optional(v.pipe(v.array(IdSchema), v.maxLength(200))),
  /** That the signer's certificate must carry; empty: none. Default: unchanged. */
  certificate_identification: v.optional(visibleLine(100)),
})

/** The address must be that of the field's signer. Inviting again replaces the link. */
export const sendInvitationCall = callOf('sendInvitation', 'POST', '/home/api/files/:id/send-invitation/', {
  params: IdParams,
  body: SendInvitationSchema,
  reply: v.object({ success: v.boolean(), message: v.string(), expires_at: InstantSchema }),
})

/** `standing`: valid; `revoked`: withdrawn by the owner. */
export const invitationStates = ['standing', 'expired', 'revoked', 'signed', 'declined'] as const
export type InvitationState = (typeof invitationStates)[number]

const deliveryStates = ['queued', 'sent', 'failed'] as const
/** Of the invitation's mail. */
export type DeliveryState = (typeof deliveryStates)[number]

/** A link for one field; `ParticipantSchema` has those without one. */
export const InvitationSchema = v.object({
  id: IdSchema,
  field_id: IdSchema,
  email: v.string(),
  state: v.picklist(invitationStates),
  invited_at: InstantSchema,
  expires_at: InstantSchema,
  /** Sent when earlier signers have signed. */
  waits: v.boolean(),
  delivery: v.nullable(
    v.object({
      state: v.picklist(deliveryStates),
      sent_at: v.nullable(InstantSchema),
      /** Spanish. */
      reason: v.nullable(v.string()),
    }),
  ),
  seen_at: v.nullable(InstantSchema),
  reminders: v.object({
    sent: v.number(),
    last_at: v.nullable(InstantSchema),
    /** Null: no automatic reminder is planned. */
    next_at: v.nullable(InstantSchema),
    /** The guest unsubscribed. */
    silenced: v.boolean(),
  }),
  declined: v.nullable(v.object({ at: InstantSchema, reason: v.string() })),
  proposal: v.nullable(v.object({ at: InstantSchema, name: v.string(), email: v.string(), note: v.string() })),
})
export type Invitation = v.InferOutput<typeof InvitationSchema>

export const listInvitationsCall = callOf('listInvitations', 'GET', '/home/api/files/:id/invitations/', {
  params: IdParams,
  reply: v.array(InvitationSchema),
})

/** The link stops at once. Refused once it is signed. */
export const revokeInvitationCall = callOf(
  'revokeInvitation',
  'DELETE',
  '/home/api/files/:id/invitations/:invitationId/',
  { params: InvitationParams, reply: Done },
)

/** Read-only: mail scanners open links. */
export const validateInvitationCall = callOf('validateInvitation', 'GET', '/home/api/validate-invitation-token', {
  query: TokenParam,
  reply: v.object({
    signature_field: SignatureFieldSchema,
    signer_email: v.string(),
    owner_name: v.string(),
    document: v.object({ id: IdSchema, original_filename: v.string(), download_url: v.string() }),
    access_token: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    expires_at: InstantSchema,
    agent: AgentKindSchema,
    signing_mode: SigningModeSchema,
    /** YYYY-MM-DD */
    sign_by: v.optional(v.string()),
    reminders_silenced: v.boolean(),
    /** `later`: waits for earlier signers. */
    turn: v.picklist(['now', 'later']),
    /** Whose approval signing waits for. */
    waits_for: v.optional(v.array(v.string())),
    other_fields: v.array(SignatureFieldSchema),
    proposal: v.nullable(v.object({ name: v.string(), email: v.string() })),
    /** Another of those who may sign the field was first; the field names them. The document can still be read. */
    signed_by_other: v.optional(v.boolean()),
    /** Absent unless several documents of one sending ask this person. */
    sending: v.optional(GuestSendingSchema),
  }),
})

const LAPSED_PATH = '/home/api/lapsed-invitation/'

/** For an expired or replaced invitation; 410 otherwise. */
export const lapsedInvitationCall = callOf('lapsedInvitation', 'GET', LAPSED_PATH, {
  query: TokenParam,
  reply: v.object({ original_filename: v.string(), owner_name: v.string() }),
})

/** Mails a new link to the invited address alone. */
export const renewInvitationCall = callOf('renewInvitation', 'POST', LAPSED_PATH, {
  body: TokenParam,
  reply: Done,
})

export const DeclineInvitationSchema = v.object({
  reason: v.pipe(Reason, v.nonEmpty('Por favor, escribe el motivo')),
})
export const CancelDocumentSchema = v.object({ reason: v.optional(Reason, '') })
export const ForwardInvitationSchema = v.object({
  name: SignerNameSchema,
  email: EmailSchema,
  note: v.optional(Reason, ''),
})
/** Sent by the page when a person sees the document, not by opening the link: scanners open links. */
export const seenInvitationCall = callOf('seenInvitation', 'POST', '/home/api/signature-fields/:fieldId/seen/', {
  params: FieldIdParams,
  body: v.object({}),
  reply: Done,
})

/** Final: cancels the document for everyone. */
export const declineInvitationCall = callOf(
  'declineInvitation',
  'POST',
  '/home/api/signature-fields/:fieldId/decline/',
  { params: FieldIdParams, body: DeclineInvitationSchema, reply: Done },
)

/** A proposal: the owner decides, and the invitation stays valid until then. */
export const forwardInvitationCall = callOf(
  'forwardInvitation',
  'POST',
  '/home/api/signature-fields/:fieldId/forward/',
  { params: FieldIdParams, body: ForwardInvitationSchema, reply: Done },
)

export const silenceRemindersCall = callOf(
  'silenceReminders',
  'POST',
  '/home/api/signature-fields/:fieldId/reminders/',
  { params: FieldIdParams, body: v.object({ silenced: v.boolean() }), reply: Done },
)

/** Once a day for each invitation, never to a person who refused reminders. */
export const remindCall = callOf('remind', 'POST', '/home/api/files/:id/invitations/:invitationId/remind/', {
  params: InvitationParams,
  body: v.object({}),
  reply: v.object({ success: v.boolean(), message: v.string() }),
})

export const answerProposalCall = callOf(
  'answerProposal',
  'POST',
  '/home/api/files/:id/invitations/:invitationId/proposal/',
  { params: InvitationParams, body: v.object({ accepted: v.boolean() }), reply: Done },
)

/** Final; notifies everyone who was invited. */
export const cancelDocumentCall = callOf('cancelDocument', 'POST', '/home/api/files/:id/cancel/', {
  params: IdParams,
  body: CancelDocumentSchema,
  reply: Done,
})
