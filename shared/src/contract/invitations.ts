import * as v from 'valibot'
import { EmailSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { SignatureFieldSchema } from './fields.ts'
import { IdParamSchema, IdSchema, InstantSchema } from './ids.ts'

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
  summary: 'Invites the signer of a third-party field by e-mail and shares the document',
  params: v.object({ id: IdParamSchema }),
  body: SendInvitationSchema,
  reply: v.object({ success: v.boolean(), message: v.string(), expires_at: InstantSchema }),
})

/** What became of an invitation: it stands, its time is over, the owner took it back, or its field is signed. */
export const invitationStates = ['standing', 'expired', 'revoked', 'signed'] as const
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
  /** Null where the mail is not known any more, or was kept back before it left. */
  delivery: v.nullable(
    v.object({
      state: v.picklist(deliveryStates),
      sent_at: v.nullable(InstantSchema),
      /** Why the last attempt failed, in Spanish; it will be repeated while the mail is queued. */
      reason: v.nullable(v.string()),
    }),
  ),
})
export type Invitation = v.InferOutput<typeof InvitationSchema>

export const listInvitationsCall = defineCall({
  name: 'listInvitations',
  method: 'GET',
  path: '/home/api/files/:id/invitations/',
  summary: 'The newest invitation of each field of a document, and what became of its mail',
  params: v.object({ id: IdParamSchema }),
  reply: v.array(InvitationSchema),
})

export const revokeInvitationCall = defineCall({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/home/api/files/:id/invitations/:invitationId/',
  summary: 'Takes an invitation back: its link and whatever was granted through it end at once',
  params: v.object({ id: IdParamSchema, invitationId: IdParamSchema }),
  reply: v.object({ success: v.boolean() }),
})

/** Opening the link changes nothing: this call only reads, and what it answers grants what the token granted. */
export const validateInvitationCall = defineCall({
  name: 'validateInvitation',
  method: 'GET',
  path: '/home/api/validate-invitation-token',
  summary: 'What an invitation token stands for, with a short-lived guest access token',
  query: v.object({ token: v.pipe(v.string(), v.maxLength(512)) }),
  reply: v.object({
    signature_field: SignatureFieldSchema,
    signer_email: v.string(),
    owner_name: v.string(),
    document: v.object({ id: IdSchema, original_filename: v.string(), download_url: v.string() }),
    access_token: v.string(),
    /** Seconds. */
    expires_in: v.number(),
  }),
})
