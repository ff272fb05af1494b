import { href } from 'shared/contract'
import type { SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { inboxRows } from '../access/find-inbox.ts'
import { appendEvent } from '../audit/append-event.ts'
import { ACCOUNT_LINK_LIFE } from '../invitation-tokens/guest-token.ts'
import { findInvitation } from '../invitations/find-invitation.ts'
import { targetFacts } from '../participants/invited-person.ts'

/**
 * Opens an invitation of the account's inbox, with the rights of its mailed link. The log says so.
 *
 * @throws ApiError NOT_FOUND for everything that is not in the inbox
 */
export const openFromInbox = async (
  { db, clock, locks, guestTokens }: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'guestTokens'>,
  { userId, sessionId }: SessionActor,
  invitationId: number,
): Promise<{ path: string }> => {
  const now = clock()
  const [listed] = await inboxRows(db, { userId, invitationId, now })
  if (listed === undefined) throw new ApiError('NOT_FOUND')
  return locks.run(listed.document_id, () =>
    db.transaction().execute(async (transaction) => {
      const { document, person } = await findInvitation(transaction, invitationId)
      // As the invited person: a user in the log is the document's owner.
      const actor = `guest:${invitationId}`
      const data = targetFacts(person)
      await appendEvent(transaction, document.id, { at: now, kind: 'invitation-opened', actor, data })
      const token = guestTokens.seal({
        source: { kind: 'account', invitationId, sessionId },
        expiresAt: now + ACCOUNT_LINK_LIFE,
      })
      const { field_id: fieldId, participant_id: participantId } = person.target
      return {
        path: href.sign(document.id, document.original_filename, {
          token,
          ...(fieldId === null ? { participantId: participantId ?? 0 } : { fieldId }),
        }),
      }
    }),
  )
}
