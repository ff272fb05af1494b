import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, ParticipantActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { cancelQueuedMails } from '../documents/end-invitations.ts'
import { type FoundInvitation, guestInvitation } from '../invitations/find-invitation.ts'
import { participationOf } from '../invitations/find-participation.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { openTogether } from '../sending-access/invitations-together.ts'

/** For one person of one document, or of all that are sent with it; not for an address. */
export type SilencingServices = Pick<ApiServices, 'db' | 'clock' | 'documentEvents'>

const setSilenced = async (
  db: ApiDatabase,
  ids: readonly number[],
  { silenced, now }: { readonly silenced: boolean; readonly now: number },
): Promise<boolean> => {
  const update = await db
    .updateTable('invitations')
    .set(silenced ? { silenced_at: now } : { silenced_at: null, resumed_at: now })
    .where('id', 'in', ids)
    .where('silenced_at', silenced ? 'is' : 'is not', null)
    .executeTakeFirst()
  return update.numUpdatedRows > 0n
}

/** Idempotent. */
export const changeSilence = async (
  { db, clock, documentEvents }: SilencingServices,
  found: FoundInvitation,
  silenced: boolean,
): Promise<void> => {
  const { invitation, person, document } = found
  const now = clock()
  const changed = await db.transaction().execute(async (transaction) => {
    const open = await openTogether(transaction, found, now)
    const ids = [invitation.id, ...open.map((each) => each.invitation.id)]
    if (!(await setSilenced(transaction, ids, { silenced, now }))) return false
    const targets = [person.target, ...open.map((each) => each.target)]
    for (const target of silenced ? targets : [])
      await cancelQueuedMails(transaction, target, now, ['reminder', 'deadline-changed'])
    const kind = silenced ? 'reminders-silenced' : 'reminders-resumed'
    const data = targetFacts(person)
    await appendEvent(transaction, document.id, { at: now, kind, actor: `guest:${invitation.id}`, data })
    return true
  })
  if (changed) documentEvents.publish(document.owner_id, { kind: 'changed', document_id: document.id })
}

/**
 * Idempotent.
 * @throws ApiError FORBIDDEN for public-link signers
 */
export const setRemindersSilenced = async (
  services: SilencingServices,
  actor: GuestActor,
  { fieldId, silenced }: { readonly fieldId: number; readonly silenced: boolean },
): Promise<void> => changeSilence(services, await guestInvitation(services.db, actor, fieldId), silenced)

/** Idempotent, for a participant without a field. */
export const silenceParticipation = async (
  services: SilencingServices,
  actor: ParticipantActor,
  { participantId, silenced }: { readonly participantId: number; readonly silenced: boolean },
): Promise<void> => changeSilence(services, await participationOf(services.db, actor, participantId), silenced)
