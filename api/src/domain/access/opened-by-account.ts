import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey } from '../../platform/names/name-keys.ts'

/** Whether the session is open and its account still has the confirmed address of the invitation. */
export const isOpenedByAccount = async (
  db: ApiDatabase,
  { sessionId, email }: { readonly sessionId: number; readonly email: string },
): Promise<boolean> => {
  const user = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.email')
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user !== undefined && emailKey(user.email) === emailKey(email)
}
