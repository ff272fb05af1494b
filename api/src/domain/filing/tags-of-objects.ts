import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { byTagName } from './tag-order.ts'

/** Names by document or template, in alphabetical order; nothing for those without tags. */
type TagNames = ReadonlyMap<number, { readonly tags: string[] }>

const grouped = (rows: readonly { readonly id: number; readonly name: string }[]): TagNames => {
  const groups = Map.groupBy(rows, ({ id }) => id)
  return new Map([...groups].map(([id, own]) => [id, { tags: own.map(({ name }) => name).toSorted(byTagName) }]))
}

export const tagsOfDocuments = async (db: ApiDatabase, documentIds: readonly number[]): Promise<TagNames> =>
  grouped(
    await db
      .selectFrom('document_tags')
      .innerJoin('tags', 'tags.id', 'document_tags.tag_id')
      .select(['document_tags.document_id as id', 'tags.name'])
      .where('document_tags.document_id', 'in', documentIds)
      .execute(),
  )

/** Of all templates of the account: they are few. */
export const tagsOfTemplates = async (db: ApiDatabase, ownerId: number): Promise<TagNames> => {
  const tags = await db.selectFrom('tags').select(['id', 'name']).where('user_id', '=', ownerId).execute()
  if (tags.length === 0) return new Map()
  const names = new Map(tags.map(({ id, name }) => [id, name]))
  const rows = await db
    .selectFrom('template_tags')
    .selectAll()
    .where('tag_id', 'in', [...names.keys()])
    .execute()
  return grouped(rows.map(({ template_id, tag_id }) => ({ id: template_id, name: names.get(tag_id) ?? '' })))
}

/** Call it in the transaction that makes the document. */
export const copyTagsToDocument = async (
  db: ApiDatabase,
  { templateId, documentId, now }: { readonly templateId: number; readonly documentId: number; readonly now: number },
): Promise<void> => {
  await db
    .insertInto('document_tags')
    .columns(['document_id', 'tag_id', 'uploaded_at'])
    .expression((eb) =>
      eb
        .selectFrom('template_tags')
        .where('template_id', '=', templateId)
        .select([eb.cast<number>(eb.val(documentId), 'bigint').as('document_id'), 'tag_id'])
        .select(eb.cast<number>(eb.val(now), 'bigint').as('uploaded_at')),
    )
    .execute()
}

export const copyTagsToTemplate = async (db: ApiDatabase, fromId: number, toId: number): Promise<void> => {
  await db
    .insertInto('template_tags')
    .columns(['template_id', 'tag_id'])
    .expression((eb) =>
      eb
        .selectFrom('template_tags')
        .where('template_id', '=', fromId)
        .select([eb.cast<number>(eb.val(toId), 'bigint').as('template_id'), 'tag_id']),
    )
    .execute()
}
