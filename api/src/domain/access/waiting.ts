import type { WaitsFor } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { findDocumentById, type StoredDocument } from './document-access.ts'
import { fieldsOf } from './find-field.ts'
import { approvalOf, type FieldlessParticipant, isAnswerMissing, participantsOf } from './find-participant.ts'
import { stepsOf } from './turns.ts'
import type { StoredField } from './view-field.ts'

/** Whose signature or answer the document waits for; the owner comes first. */
const waitsFor = (
  {
    status,
    signing_order: mode,
    expired_at,
    edits_template,
  }: Pick<StoredDocument, 'status' | 'signing_order' | 'expired_at' | 'edits_template'>,
  fields: readonly StoredField[],
  participants: readonly FieldlessParticipant[],
): WaitsFor | null => {
  if (status === 'CANCELLED' || expired_at !== null || edits_template === 1) return null
  const approvals = participants.filter(({ kind }) => kind === 'visto_bueno').map(approvalOf)
  const next = stepsOf({ mode, fields, approvals })
    .filter(({ state }) => state === 'now')
    .flatMap((step) => step.fields.filter(({ signed_at }) => signed_at === null))
  if (next.some(({ field_type }) => field_type === 'PRIMARY')) return 'owner'
  return (next.length > 0 || participants.some(isAnswerMissing)) && status === 'PROCESSING' ? 'others' : null
}

/** Call it in the transaction that changes fields, order or status. */
export const refreshWaiting = async (transaction: ApiDatabase, documentId: number): Promise<void> => {
  const document = await findDocumentById(transaction, documentId)
  if (document === undefined) return
  const waits_for = waitsFor(
    document,
    await fieldsOf(transaction, documentId),
    await participantsOf(transaction, documentId),
  )
  if (waits_for === document.waits_for) return
  await transaction.updateTable('documents').set({ waits_for }).where('id', '=', documentId).execute()
}
