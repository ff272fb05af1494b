import { type AccountTag, TAGS_MAX, tagKey } from 'shared/contract/tags'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { byTagName } from './tag-order.ts'

/** @returns in alphabetical order */
export const tagNamesOf = async (db: ApiDatabase, userId: number): Promise<string[]> => {
  const rows = await db.selectFrom('tags').select('name').where('user_id', '=', userId).execute()
  return rows.map(({ name }) => name).toSorted(byTagName)
}

const countBy = async (db: ApiDatabase, table: 'document_tags' | 'template_tags', ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, number>()
  const rows = await db
    .selectFrom(table)
    .select((eb) => ['tag_id', eb.fn.countAll().as('count')])
    .where('tag_id', 'in', ids)
    .groupBy('tag_id')
    .execute()
  return new Map(rows.map(({ tag_id, count }) => [tag_id, Number(count)]))
}

/** In alphabetical order, with the number of documents and templates. */
export const listTags = async (db: ApiDatabase, userId: number): Promise<AccountTag[]> => {
  const tags = await db.selectFrom('tags').select(['id', 'name']).where('user_id', '=', userId).execute()
  const ids = tags.map(({ id }) => id)
  const [documents, templates] = [await countBy(db, 'document_tags', ids), await countBy(db, 'template_tags', ids)]
  return tags
    .map(({ id, name }) => ({ id, name, documents: documents.get(id) ?? 0, templates: templates.get(id) ?? 0 }))
    .toSorted((a, b) => byTagName(a.name, b.name))
}

/** @returns ids of those that the account has */
const findTags = async (db: ApiDatabase, userId: number, keys: readonly string[]): Promise<Map<string, number>> => {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('user_id', '=', userId)
    .where('name_key', 'in', keys)
    .execute()
  return new Map(rows.map(({ id, name_key }) => [name_key, id]))
}

export const findTagId = async (db: ApiDatabase, userId: number, name: string): Promise<number | undefined> =>
  (await findTags(db, userId, [tagKey(name)])).get(tagKey(name))

/** @returns ids; names that the account does not have are left out */
export const knownTags = async (db: ApiDatabase, userId: number, names: readonly string[]): Promise<number[]> => [
  ...(await findTags(db, userId, names.map(tagKey))).values(),
]

/**
 * Creates the names that the account does not have. Call it under the lock of the account (`filing/routes.ts`).
 *
 * @throws ApiError TAGS_FULL
 */
export const ensureTags = async (db: ApiDatabase, userId: number, names: readonly string[]): Promise<number[]> => {
  const wanted = new Map(names.map((name) => [tagKey(name), name] as const).toReversed())
  const known = await findTags(db, userId, [...wanted.keys()])
  const missing = [...wanted].filter(([key]) => !known.has(key))
  if (missing.length === 0) return [...known.values()]
  const { count } = await db
    .selectFrom('tags')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) + missing.length > TAGS_MAX) throw new ApiError('TAGS_FULL')
  const rows = missing.map(([name_key, name]) => ({ id: newId(), user_id: userId, name, name_key }))
  await db.insertInto('tags').values(rows).execute()
  return [...known.values(), ...rows.map(({ id }) => id)]
}

/** @throws ApiError NOT_FOUND also for tags of others; TAG_EXISTS */
export const renameTag = async (
  db: ApiDatabase,
  { userId, tagId, name }: { readonly userId: number; readonly tagId: number; readonly name: string },
): Promise<AccountTag> => {
  const other = await findTagId(db, userId, name)
  const tag = (await listTags(db, userId)).find(({ id }) => id === tagId)
  if (tag === undefined) throw new ApiError('NOT_FOUND')
  if (other !== undefined && other !== tagId) throw new ApiError('TAG_EXISTS')
  await db
    .updateTable('tags')
    .set({ name, name_key: tagKey(name) })
    .where('id', '=', tagId)
    .execute()
  return { ...tag, name }
}

/** @throws ApiError NOT_FOUND also for tags of others */
export const deleteTag = async (db: ApiDatabase, userId: number, tagId: number): Promise<void> => {
  const deleted = await db
    .deleteFrom('tags')
    .where('id', '=', tagId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  if (deleted.length === 0) throw new ApiError('NOT_FOUND')
}
