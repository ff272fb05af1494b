import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument } from '../access/document-access.ts'
import { fieldsOf, ownField } from '../access/find-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { forgetDrafts } from '../documents/form-drafts.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { fieldTarget } from '../participants/invited-person.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { startNextTurn } from '../signing-order/start-next-turn.ts'

const remove = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, fieldId, now }: { readonly userId: number; readonly fieldId: number; readonly now: number },
): Promise<void> => {
  const field = await ownField(db, userId, fieldId)
  checkNotCancelled(await ownDocument(db, userId, field.document_id))
  const fields = await fieldsOf(db, field.document_id)
  if (fields.some((other) => other.signed_at !== null)) throw new ApiError('DOCUMENT_FROZEN')
  await db.updateTable('fields').set({ deleted_at: now }).where('id', '=', fieldId).execute()
  await endInvitations(db, fieldTarget(fieldId), now)
  await forgetDrafts(db, fieldId)
  await db.deleteFrom('form_fields').where('field_id', '=', fieldId).execute()
  await withdrawCopies(db, field.document_id, now)
  await refreshSearchText(db, field.document_id)
  const event = { at: now, kind: 'field-deleted' as const, actor: `user:${userId}`, data: { field: fieldId } }
  await appendEvent(db, field.document_id, event)
  // It may have had the turn.
  await startNextTurn(db, services, field.document_id, now)
}

/** Revokes its invitations; the document must be unsigned. */
export const deleteStoredField = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & IssuingServices,
  userId: number,
  fieldId: number,
): Promise<void> => {
  const { db, clock, wakeMailWorker } = services
  const { document_id: documentId } = await ownField(db, userId, fieldId)
  await changeTogether(services, { userId, documentId }, (transaction) =>
    remove(transaction, services, { userId, fieldId, now: clock() }),
  )
  wakeMailWorker()
}
