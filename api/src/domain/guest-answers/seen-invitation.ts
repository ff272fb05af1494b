import type { GuestActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { guestInvitation } from '../invitations/find-invitation.ts'

/** Records the first view only. */
export const seenInvitation = async (
  { db, clock, documentEvents }: Pick<ApiServices, 'db' | 'clock' | 'documentEvents'>,
  actor: GuestActor,
  fieldId: number,
): Promise<void> => {
  const now = clock()
  const { invitation, document } = await guestInvitation(db, actor, fieldId)
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
      data: { field: fieldId },
    }
    await appendEvent(transaction, document.id, event)
    return true
  })
  if (first) documentEvents.publish(document.owner_id, { kind: 'changed', document_id: document.id })
}
