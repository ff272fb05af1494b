import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/**
 * Each asked document once. Working copies of templates are in no list, so they are not found.
 *
 * @throws ApiError NOT_FOUND if one is missing, deleted or of another account
 */
export const ownDocuments = async (db: ApiDatabase, userId: number, asked: readonly number[]) => {
  const ids = [...new Set(asked)]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'uploaded_at', 'archived_at'])
    .where('id', 'in', ids)
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('edits_template', '=', 0)
    .execute()
  if (rows.length < ids.length) throw new ApiError('NOT_FOUND')
  return rows
}
