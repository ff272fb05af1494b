import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { searchTextOf } from '../documents/search-text.ts'

export interface ContactPerson {
  readonly name: string
  readonly email: string
}

/**
 * Learns from the owner only: invitations, agreed proposals and what they add by hand. A guest who renews a link teaches nothing, so a
 * forgotten contact stays forgotten.
 */
export const rememberContact = async (
  db: ApiDatabase,
  userId: number,
  { name, email }: ContactPerson,
  now: number,
): Promise<void> => {
  const facts = { name, email, search_text: searchTextOf([name, email]), last_used_at: now }
  await db
    .insertInto('contacts')
    .values({ id: newId(), user_id: userId, email_key: emailKey(email), ...facts })
    .onConflict((conflict) => conflict.columns(['user_id', 'email_key']).doUpdateSet(facts))
    .execute()
}
