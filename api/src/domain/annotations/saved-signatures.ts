import type { Selectable } from 'kysely'
import { type NewSignatureSchema, SAVED_SIGNATURES_MAX, type SavedSignature } from 'shared/contract/annotations'
import type * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { SavedSignatureTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'

const viewSignature = ({ id, way, name, outlines, created_at }: Selectable<SavedSignatureTable>): SavedSignature => ({
  id,
  way,
  name,
  outlines,
  created_at: toInstant(created_at),
})

/** Newest first. The server stores outlines and never reads them. */
export const listSavedSignatures = async (db: ApiDatabase, userId: number): Promise<SavedSignature[]> => {
  const rows = await db
    .selectFrom('saved_signatures')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(viewSignature)
}

/** @throws ApiError SAVED_SIGNATURES_FULL */
export const addSignature = (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  signature: v.InferOutput<typeof NewSignatureSchema>,
): Promise<SavedSignature> =>
  db.transaction().execute(async (transaction) => {
    if ((await listSavedSignatures(transaction, userId)).length >= SAVED_SIGNATURES_MAX)
      throw new ApiError('SAVED_SIGNATURES_FULL')
    const row = { id: newId(), user_id: userId, ...signature, created_at: clock() }
    await transaction.insertInto('saved_signatures').values(row).execute()
    return viewSignature(row)
  })

/**
 * Documents keep it.
 * @throws ApiError NOT_FOUND, also for another user's signature
 */
export const deleteSignature = async (db: ApiDatabase, userId: number, signatureId: number): Promise<void> => {
  const deleted = await db
    .deleteFrom('saved_signatures')
    .where('id', '=', signatureId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw new ApiError('NOT_FOUND')
}
