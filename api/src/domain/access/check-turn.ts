import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { fieldsOf } from './find-field.ts'
import { isTheirTurn } from './turns.ts'
import type { StoredField } from './view-field.ts'

/** Checks the signing order only. */
export const hasTurn = async (
  db: ApiDatabase,
  { id, document_id }: Pick<StoredField, 'id' | 'document_id'>,
): Promise<boolean> => {
  const { signing_order: mode } = await db
    .selectFrom('documents')
    .select('signing_order')
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  return mode === 'parallel' || isTheirTurn(mode, await fieldsOf(db, document_id), id)
}

/** @throws ApiError NOT_YOUR_TURN */
export const checkTurn = async (db: ApiDatabase, field: Pick<StoredField, 'id' | 'document_id'>): Promise<void> => {
  if (!(await hasTurn(db, field))) throw new ApiError('NOT_YOUR_TURN')
}
