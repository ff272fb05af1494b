import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { UserTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'

export type Account = Selectable<UserTable>

/** @throws ApiError SESSION_EXPIRED if it is deleted */
export const findAccount = async (db: Db, userId: number): Promise<Account> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw new ApiError('SESSION_EXPIRED')
  return user
}
