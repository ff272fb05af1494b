import type { GuestActor, ParticipantActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { type FoundInvitation, guestInvitation } from '../invitations/find-invitation.ts'
import { participationOf } from '../invitations/find-participation.ts'
import { targetFacts } from '../participants/invited-person.ts'

type SeeingServices = Pick<ApiServices, 'db' | 'clock' | 'documentEvents'>

/** The first view only. */
const recordView = async (
  { db, clock, documentEvents }: SeeingServices,
  { invitation, person, document }: FoundInvitation,
): Promise<void> => {
  const now = clock()
  const first = await db.transaction().execute(async (transaction) => {
    const update = await transaction
      .updateTable('invitations')
      .set({ seen_at: now })
      .where('id', '=', invitation.id)
      .where('seen_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
    const event = {
      at: now,
      kind: 'invitation-seen' as const,
      actor: `guest:${invitation.id}`,
      data: targetFacts(person),
    }
    await appendEvent(transaction, document.id, event)
    return true
  })
  if (first) documentEvents.publish(document.owner_id, { kind: 'changed', document_id: document.id })
}

/** Records the first view only. */
export const seenInvitation = async (services: SeeingServices, actor: GuestActor, fieldId: number): Promise<void> =>
  recordView(services, await guestInvitation(services.db, actor, fieldId))

/** As `seenInvitation`, for a participant without a field. */
export const seenParticipation = async (
  services: SeeingServices,
  actor: ParticipantActor,
  participantId: number,
): Promise<void> => recordView(services, await participationOf(services.db, actor, participantId))
