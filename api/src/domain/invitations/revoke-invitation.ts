import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import { targetFacts } from '../participants/invited-person.ts'

interface Revocation {
  readonly userId: number
  readonly documentId: number
  readonly invitationId: number
  readonly now: number
}

const revoke = async (db: ApiDatabase, { userId, documentId, invitationId, now }: Revocation): Promise<boolean> => {
  await ownDocument(db, userId, documentId)
  const invitation = await db
    .selectFrom('invitations')
    .leftJoin('fields', 'fields.id', 'invitations.field_id')
    .leftJoin('participants', 'participants.id', 'invitations.participant_id')
    .select(['invitations.field_id', 'invitations.participant_id', 'invitations.alternate_id', 'participants.kind'])
    .select(['invitations.revoked_at', 'invitations.used_at', 'fields.signed_at'])
    .where('invitations.id', '=', invitationId)
    .where('invitations.document_id', '=', documentId)
    .executeTakeFirst()
  if (invitation === undefined) throw new ApiError('NOT_FOUND')
  if (invitation.field_id === null && invitation.used_at !== null) throw new ApiError('PARTICIPANT_ANSWERED')
  if (invitation.used_at !== null || invitation.signed_at !== null) throw new ApiError('FIELD_SIGNED')
  if (invitation.revoked_at !== null) return false
  await endInvitations(db, invitation, now)
  await withdrawCopies(db, documentId, now)
  const data = targetFacts({ target: invitation, role: invitation.kind ?? 'firma' })
  await appendEvent(db, documentId, { at: now, kind: 'invitation-revoked', actor: `user:${userId}`, data })
  return true
}

/** Revokes link, guest tokens and unsent mail. Idempotent. */
export const revokeInvitation = async (
  { db, clock, locks, documentEvents }: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>,
  userId: number,
  documentId: number,
  invitationId: number,
): Promise<void> => {
  // The guest may be signing right now.
  const revoked = await locks.run(documentId, () =>
    db.transaction().execute((transaction) => revoke(transaction, { userId, documentId, invitationId, now: clock() })),
  )
  if (revoked) documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
}
