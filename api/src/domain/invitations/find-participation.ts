import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ParticipantActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { type FoundInvitation, findInvitation } from './find-invitation.ts'

/** An invitation without a field. */
export interface FoundParticipation extends FoundInvitation {
  readonly participant: FieldlessParticipant
}

/**
 * The invitation by which this participant came.
 *
 * @throws ApiError FORBIDDEN for any other participant
 */
export const participationOf = async (
  db: ApiDatabase,
  actor: ParticipantActor,
  participantId: number,
): Promise<FoundParticipation> => {
  if (actor.participantId !== participantId) throw new ApiError('FORBIDDEN')
  const found = await findInvitation(db, actor.invitationId)
  const { participant } = found
  if (participant === undefined || participant.id !== participantId) throw new ApiError('FORBIDDEN')
  return { ...found, participant }
}
