import { storeFieldWithParticipant } from '../../src/domain/participants/assign-participant.ts'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'

type StatedRow = Omit<
  Parameters<typeof storeFieldWithParticipant>[1],
  'participant_id' | 'alternate_id' | 'turn' | 'certificate_identification' | 'has_form' | 'signed_by_link_at'
>

/** Stores fields that no call would accept, each with a new participant. */
export const storeFieldRows = async (db: ApiDatabase, rows: readonly StatedRow[]): Promise<void> => {
  const unset = {
    turn: null,
    certificate_identification: null,
    has_form: 0,
    signed_by_link_at: null,
    alternate_id: null,
  }
  for (const row of rows) await storeFieldWithParticipant(db, { ...row, ...unset, participant_id: row.id })
}

/** Writes over what the document says of one signer, or of all. */
export const renameSigners = async (
  db: ApiDatabase,
  stated: { readonly name?: string; readonly email?: string },
  fieldId?: number,
): Promise<void> => {
  const fields = db.selectFrom('fields').select('participant_id')
  await db
    .updateTable('participants')
    .set(stated)
    .where('id', 'in', fieldId === undefined ? fields : fields.where('id', '=', fieldId))
    .execute()
}
