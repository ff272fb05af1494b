import type { ReplyOf } from 'shared/contract'
import type { handOverLinkCall } from 'shared/contract/signing-order'
import { toInstant } from '../../platform/clock.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { derivedInvitation } from './derived-invitation.ts'
import { checkOpenForOwner, ownInvitation } from './find-invitation.ts'
import { invitationLinks } from './invitation-links.ts'

/**
 * Gives the owner the person's link. The log says so: who opens it has not shown that the mailbox is theirs.
 *
 * @throws ApiError NOT_FOUND, INVITATION_INVALID, INVITATION_EXPIRED, FIELD_SIGNED, DOCUMENT_CANCELLED, DOCUMENT_EXPIRED,
 * ALREADY_ANSWERED
 */
export const handOverLink = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'publicUrl' | 'invitationTokens' | 'documentEvents'>,
  userId: number,
  { id: documentId, invitationId }: { readonly id: number; readonly invitationId: number },
): Promise<ReplyOf<typeof handOverLinkCall>> => {
  const { db, clock, locks, publicUrl, invitationTokens, documentEvents } = services
  const reply = await locks.run(documentId, () =>
    db.transaction().execute(async (transaction) => {
      const now = clock()
      const found = await ownInvitation(transaction, userId, documentId, invitationId)
      checkOpenForOwner(found, now)
      const id = await derivedInvitation(transaction, { invitationTokens }, found.invitation, now)
      const data = targetFacts(found.person)
      const actor = `user:${userId}`
      await appendEvent(transaction, documentId, { at: now, kind: 'invitation-link-given', actor, data })
      const links = invitationLinks(publicUrl, {
        documentId,
        filename: found.document.original_filename,
        target: found.person.target,
        token: invitationTokens.tokenOf(id),
      })
      return { url: links.page, expires_at: toInstant(found.invitation.expires_at) }
    }),
  )
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return reply
}
