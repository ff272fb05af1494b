import type { RequestActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { closedBecause, invitationsWithFacts } from './invitation-access.ts'
import { followInvitation } from './signer-invitations.ts'

const SCHEME = /^Invitation ([\w-]{43})$/

/**
 * Authenticates `Authorization: Invitation …`, for reading only:
 * the page needs its document before it has an access token.
 * @returns undefined for other schemes or without access
 */
export const invitedReader = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  authorization: string | undefined,
): Promise<RequestActor | undefined> => {
  const token = SCHEME.exec(authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const mailed = await invitationsWithFacts(db)
    .where('invitations.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (mailed === undefined) return undefined
  const invitation = await followInvitation(db, mailed, clock())
  if (closedBecause(invitation, clock()) !== undefined) return undefined
  const { id: invitationId, field_id: fieldId, participant_id: participantId, document_id: documentId } = invitation
  if (fieldId === null) return { kind: 'participant', invitationId, participantId: participantId ?? 0, documentId }
  return { kind: 'guest', source: { kind: 'invitation', invitationId }, fieldId, documentId }
}
