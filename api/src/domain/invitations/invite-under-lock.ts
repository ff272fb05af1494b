import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { checkMayInvite } from '../access/invite-by-api-client.ts'
import { type IssuedInvitation, type IssuingServices, issuedReply } from './issue-invitation.ts'

export type InvitingServices = Pick<
  ApiServices,
  'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'mailLeaves'
> &
  IssuingServices

/**
 * Invites people to a document of the actor, under its lock and in one transaction; then mails leave.
 *
 * @param invite gets the transaction and the moment
 * @throws ApiError NOT_FOUND, and as `checkMayInvite`
 */
export const inviteUnderLock = async (
  { db, clock, locks, documentEvents, wakeMailWorker }: InvitingServices,
  actor: OwnerActor,
  documentId: number,
  invite: (transaction: ApiDatabase, now: number) => Promise<IssuedInvitation>,
) => {
  const { userId } = actor
  checkMayInvite(actor, await ownDocument(db, userId, documentId))
  const issued = await locks.run(documentId, () =>
    db.transaction().execute((transaction) => invite(transaction, clock())),
  )
  wakeMailWorker()
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return issuedReply(issued)
}
