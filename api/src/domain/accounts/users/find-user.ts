import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { UserTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'

export type StoredUser = Selectable<UserTable>

/** @throws ApiError SESSION_EXPIRED if it is deleted */
export const findAccount = async (db: ApiDatabase, userId: number): Promise<StoredUser> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw new ApiError('SESSION_EXPIRED')
  return user
}
