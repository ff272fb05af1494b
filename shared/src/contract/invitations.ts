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
