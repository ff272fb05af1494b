import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { EmailSchema } from '../values/email.ts'
import { IdParamSchema, InstantSchema } from '../values/ids.ts'

const InvitationParams = v.object({ id: IdParamSchema, invitationId: IdParamSchema })

/** The person's own link, for the owner to hand over. Logged: from then on the mailbox no longer proves who opened it. */
export const handOverLinkCall = callOf('handOverLink', 'POST', '/home/api/files/:id/invitations/:invitationId/link/', {
  params: InvitationParams,
  body: v.object({}),
  reply: v.object({ url: v.string(), expires_at: InstantSchema }),
})

/** Ends the link and invites the same person at another address, with all their unsigned fields. */
export const correctAddressCall = callOf(
  'correctAddress',
  'POST',
  '/home/api/files/:id/invitations/:invitationId/address/',
  {
    params: InvitationParams,
    body: v.object({ email: EmailSchema }),
    reply: v.object({ success: v.boolean(), message: v.string(), expires_at: InstantSchema }),
  },
)
