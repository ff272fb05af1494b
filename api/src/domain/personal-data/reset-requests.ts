import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey } from '../../platform/names/name-keys.ts'

/** Deletes an address's reset requests and codes. */
export const resetRequestsOf = async (db: ApiDatabase, email: string): Promise<void> => {
  const requests = db.selectFrom('reset_requests').select('id').where('email_key', '=', emailKey(email))
  await db.deleteFrom('reset_codes').where('request_id', 'in', requests).execute()
  await db.deleteFrom('reset_requests').where('email_key', '=', emailKey(email)).execute()
}
