import type { Selectable } from 'kysely'
import type { User } from 'shared/contract'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { UserTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'

export const viewUser = (user: Selectable<UserTable>): User => ({
  id: user.id,
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone,
  profile: { country: user.country, city: user.city, company: user.company },
  ...(user.documents_view === null ? {} : { documents_view: user.documents_view }),
})

/** @throws ApiError SESSION_EXPIRED if the account is gone */
export const getProfile = async (db: ApiDatabase, userId: number): Promise<User> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw new ApiError('SESSION_EXPIRED')
  return viewUser(user)
}
