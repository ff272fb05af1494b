import { sql } from 'kysely'
import type { ReplyOf } from 'shared/contract'
import type { findContactsCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { patternOf, searchWords } from '../documents/search-text.ts'

interface Search {
  readonly userId: number
  readonly query: string
  readonly limit: number
}

const matching = (db: ApiDatabase, { userId, query }: Pick<Search, 'userId' | 'query'>) =>
  searchWords(query).reduce(
    (found, word) => found.where(sql<boolean>`search_text like ${patternOf(word)} escape '\\'`),
    db.selectFrom('contacts').where('user_id', '=', userId),
  )

/**
 * Each word must occur in name or address, without accents and case. Last used first.
 *
 * @returns `total` counts all matches, beyond `limit`
 */
export const findContacts = async (db: ApiDatabase, search: Search): Promise<ReplyOf<typeof findContactsCall>> => {
  const contacts = await matching(db, search)
    .select(['id', 'name', 'email'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(search.limit)
    .execute()
  const { total } = await matching(db, search)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { contacts, total: Number(total) }
}
