import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { SendInvitationSchema } from './invitations.ts'

const { field_id, message } = SendInvitationSchema.entries

/** For the owner; stores nothing. */
export const previewInvitationCall = callOf('previewInvitation', 'POST', '/home/api/files/:id/invitation-preview/', {
  params: IdParams,
  body: v.object({ field_id, message }),
  reply: v.object({
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    waits: v.boolean(),
  }),
})
