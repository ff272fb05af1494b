import type { Db } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'

export const forgetContact = async (db: Db, userId: number, contactId: number): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('contacts')
    .where('id', '=', contactId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND')
}

export const forgetContacts = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('contacts').where('user_id', '=', userId).execute()
}

export const forgetAddress = async (db: Db, userId: number, email: string): Promise<void> => {
  await db.deleteFrom('contacts').where('user_id', '=', userId).where('email_key', '=', emailKey(email)).execute()
}
