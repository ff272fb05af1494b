import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey } from '../../platform/names/name-keys.ts'

/** Keys of all addresses that the account has confirmed: its main one and the others. None of a deleted account. */
export const confirmedAddresses = async (db: ApiDatabase, userId: number): Promise<string[]> => {
  const main = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const others = await db.selectFrom('account_addresses').select('address_key').where('user_id', '=', userId).execute()
  return [...(main ? [emailKey(main.email)] : []), ...others.map(({ address_key }) => address_key)]
}

/** Whether the session is open and its account still has the confirmed address of the invitation. */
export const isOpenedByAccount = async (
  db: ApiDatabase,
  { sessionId, email }: { readonly sessionId: number; readonly email: string },
): Promise<boolean> => {
  const session = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return session !== undefined && (await confirmedAddresses(db, session.user_id)).includes(emailKey(email))
}
