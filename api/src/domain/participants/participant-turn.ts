import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { readTurns } from '../access/check-turn.ts'
import { approvalOf, type FieldlessParticipant } from '../access/find-participant.ts'
import { isApprovalDue } from '../access/turns.ts'

/** Approvers wait for the signers of earlier steps, some copies for the end; readers do not wait. */
export const hasParticipantTurn = async (db: ApiDatabase, participant: FieldlessParticipant): Promise<boolean> => {
  const { kind, document_id, copy_when } = participant
  if (kind === 'visto_bueno') return isApprovalDue(await readTurns(db, document_id), approvalOf(participant))
  if (kind === 'lectura' || copy_when !== 'completed') return true
  const document = db.selectFrom('documents').select('completed_at').where('id', '=', document_id)
  return (await document.executeTakeFirstOrThrow()).completed_at !== null
}
