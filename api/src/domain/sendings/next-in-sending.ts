import type { ReplyOf } from 'shared/contract'
import type { nextInSendingCall } from 'shared/contract/sendings'
import type { ApiServices } from '../../platform/services.ts'
import { linkedInvitation } from '../invitations/linked-invitation.ts'
import { documentsOfGuest } from './guest-sending.ts'

/** A link that the owner revoked leads nowhere: revoking ends the person's invitations in the whole sending. */
export const nextInSending = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'guestTokens' | 'invitationTokens' | 'signingAgent'>,
  token: string,
): Promise<ReplyOf<typeof nextInSendingCall>> => {
  const linked = await linkedInvitation(services, token, services.clock())
  const sendingId = linked?.invitation.sending_id ?? null
  if (linked === undefined || sendingId === null) return { path: null }
  const { invitation, opened } = linked
  const documents = await documentsOfGuest(services, { invitation, sendingId, opened })
  return { path: documents.find(({ view }) => view.state === 'open')?.view.path ?? null }
}
