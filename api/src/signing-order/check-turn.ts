import type { Db } from '../database/open-database.ts'
import { fieldsOf } from '../fields/find-field.ts'
import type { Field } from '../fields/view-field.ts'
import { ApiError } from '../http/api-error.ts'
import { isTheirTurn } from './turns.ts'

/** Whether a field may be signed now, as far as the owner's order is concerned. */
export const hasTurn = async (db: Db, { id, document_id }: Pick<Field, 'id' | 'document_id'>): Promise<boolean> => {
  const { signing_order: mode } = await db
    .selectFrom('documents')
    .select('signing_order')
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  return mode === 'parallel' || isTheirTurn(mode, await fieldsOf(db, document_id), id)
}

/** @throws ApiError NOT_YOUR_TURN */
export const checkTurn = async (db: Db, field: Pick<Field, 'id' | 'document_id'>): Promise<void> => {
  if (!(await hasTurn(db, field))) throw new ApiError('NOT_YOUR_TURN')
}
