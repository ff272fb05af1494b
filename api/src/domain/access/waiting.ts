import type { WaitsFor } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { readTurns } from './check-turn.ts'
import { findDocumentById, type StoredDocument } from './document-access.ts'
import { type FieldlessParticipant, isAnswerMissing, participantsOf } from './find-participant.ts'
import { stepsOf, type TurnFacts } from './turns.ts'
import type { StoredField } from './view-field.ts'

/** Whose signature or answer the document waits for; the owner comes first. */
const waitsFor = (
  { status, expired_at, edits_template }: Pick<StoredDocument, 'status' | 'expired_at' | 'edits_template'>,
  turns: TurnFacts,
  participants: readonly FieldlessParticipant[],
): WaitsFor | null => {
  if (status === 'CANCELLED' || expired_at !== null || edits_template === 1) return null
  const isUnsigned = ({ signed_at }: StoredField): boolean => signed_at === null
  const next = stepsOf(turns)
    .filter(({ state }) => state === 'now')
    .flatMap(({ fields }) => fields.filter(isUnsigned))
  if (next.some(({ field_type }) => field_type === 'PRIMARY')) return 'owner'
  const isAwaited = turns.fields.some(isUnsigned) || participants.some(isAnswerMissing)
  return isAwaited && status === 'PROCESSING' ? 'others' : null
}

/**
 * Call it in the transaction that changes fields, order or status.
 *
 * @param turns as they are then, if they were read
 */
export const refreshWaiting = async (
  transaction: ApiDatabase,
  documentId: number,
  turns?: TurnFacts,
): Promise<void> => {
  const document = await findDocumentById(transaction, documentId)
  if (document === undefined) return
  const participants = await participantsOf(transaction, documentId)
  const waits_for = waitsFor(document, turns ?? (await readTurns(transaction, documentId)), participants)
  if (waits_for === document.waits_for) return
  await transaction.updateTable('documents').set({ waits_for }).where('id', '=', documentId).execute()
}
