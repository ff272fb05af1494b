import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownDocument } from '../access/document-access.ts'
import { invitationsOfSigner } from '../access/signer-invitations.ts'
import { appendEvent } from '../audit/append-event.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import {
  type FoundPerson,
  findInvited,
  type InvitedPerson,
  participantAsInvited,
  participantTarget,
  signerAsInvited,
  targetFacts,
} from '../participants/invited-person.ts'
import { standingInvitation } from '../participants/standing-invitation.ts'
import { publishTogether, transactTogether } from '../sending-access/change-together.ts'
import { fieldsElsewhere } from '../sending-access/invitations-together.ts'
import { partsElsewhere } from '../sending-access/parts-elsewhere.ts'
import { startTurnsElsewhere } from '../signing-order/start-turns-elsewhere.ts'
import type { EndingServices } from './cancel-document.ts'

interface Revocation {
  readonly userId: number
  readonly documentId: number
  readonly invitationId: number
  readonly now: number
}

const endLogged = async (
  db: ApiDatabase,
  person: Pick<InvitedPerson, 'target' | 'role' | 'documentId'>,
  { userId, now }: Pick<Revocation, 'userId' | 'now'>,
): Promise<void> => {
  const { documentId, target } = person
  await endInvitations(db, target, now)
  await withdrawCopies(db, documentId, now)
  const data = targetFacts(person)
  await appendEvent(db, documentId, { at: now, kind: 'invitation-revoked', actor: `user:${userId}`, data })
}

/** One mail asked for all of them. */
const endElsewhere = async (
  db: ApiDatabase,
  { field, participant }: FoundPerson,
  by: Pick<Revocation, 'userId' | 'now'>,
): Promise<void> => {
  for (const { fields } of field === undefined ? [] : await fieldsElsewhere(db, field))
    for (const open of await invitationsOfSigner(db, fields[0], by.now))
      await endLogged(db, signerAsInvited(open.field), by)
  for (const part of participant === undefined ? [] : await partsElsewhere(db, participant))
    if ((await standingInvitation(db, participantTarget(part.participant.id))) !== undefined)
      await endLogged(db, participantAsInvited(part.participant), by)
}

const revoke = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, documentId, invitationId, now }: Revocation,
): Promise<boolean> => {
  const document = await ownDocument(db, userId, documentId)
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
  await endLogged(db, { target: invitation, role: invitation.kind ?? 'firma', documentId }, { userId, now })
  const person = await findInvited(db, invitation)
  if (person !== undefined) await endElsewhere(db, person, { userId, now })
  await startTurnsElsewhere(db, services, document, now)
  return true
}

/**
 * Revokes link, guest tokens and unsent mail, in all documents of the sending. Those whose turn came after the person's
 * go on in documents that do not ask the person. Idempotent.
 */
export const revokeInvitation = async (
  services: EndingServices,
  userId: number,
  documentId: number,
  invitationId: number,
): Promise<void> => {
  // The guest may be signing right now.
  const { result: isRevoked, ids } = await transactTogether(services, documentId, (transaction) =>
    revoke(transaction, services, { userId, documentId, invitationId, now: services.clock() }),
  )
  if (!isRevoked) return
  services.wakeMailWorker()
  publishTogether(services, userId, ids)
}
