import { TAGS_EACH_MAX, type TagChange } from 'shared/contract/tags'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ensureTags, knownTags } from './account-tags.ts'
import { ownDocuments } from './own-documents.ts'
import { planTagging, type TaggingPlan } from './plan-tagging.ts'

interface Tags {
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

/** An object that is above the limit already may still lose tags. */
const plan = (stored: Parameters<typeof planTagging>[0], objects: readonly number[], tags: Tags): TaggingPlan => {
  const made = planTagging(stored, { objects, ...tags })
  if (made.most > TAGS_EACH_MAX && made.added.length > 0) throw new ApiError('TAGS_EACH_FULL')
  return made
}

const tagDocuments = async (
  db: ApiDatabase,
  uploads: ReadonlyMap<number, number>,
  tags: Tags,
): Promise<readonly number[]> => {
  const ids = [...uploads.keys()]
  if (ids.length === 0) return []
  const stored = await db
    .selectFrom('document_tags')
    .select(['document_id as object', 'tag_id as tag'])
    .where('document_id', 'in', ids)
    .execute()
  const { added, removed, changed } = plan(stored, ids, tags)
  const rows = added.map(({ object, tag }) => ({
    document_id: object,
    tag_id: tag,
    uploaded_at: uploads.get(object) ?? 0,
  }))
  if (rows.length > 0) await db.insertInto('document_tags').values(rows).execute()
  if (removed.length > 0)
    await db
      .deleteFrom('document_tags')
      .where('document_id', 'in', ids)
      .where('tag_id', 'in', [...tags.remove])
      .execute()
  return changed
}

const tagTemplates = async (db: ApiDatabase, ids: readonly number[], tags: Tags): Promise<readonly number[]> => {
  if (ids.length === 0) return []
  const stored = await db
    .selectFrom('template_tags')
    .select(['template_id as object', 'tag_id as tag'])
    .where('template_id', 'in', ids)
    .execute()
  const { added, removed, changed } = plan(stored, ids, tags)
  const rows = added.map(({ object, tag }) => ({ template_id: object, tag_id: tag }))
  if (rows.length > 0) await db.insertInto('template_tags').values(rows).execute()
  if (removed.length > 0)
    await db
      .deleteFrom('template_tags')
      .where('template_id', 'in', ids)
      .where('tag_id', 'in', [...tags.remove])
      .execute()
  return changed
}

const ownTemplates = async (db: ApiDatabase, userId: number, asked: readonly number[]): Promise<number[]> => {
  const ids = [...new Set(asked)]
  if (ids.length === 0) return ids
  const rows = await db
    .selectFrom('templates')
    .select('id')
    .where('id', 'in', ids)
    .where('owner_id', '=', userId)
    .execute()
  if (rows.length < ids.length) throw new ApiError('NOT_FOUND')
  return ids
}

interface ChangedObjects {
  readonly documents: readonly number[]
  readonly templates: readonly number[]
}

/**
 * Adds and removes tags of documents and templates, in the caller's transaction and under the lock of the account.
 *
 * @returns those that changed
 * @throws ApiError NOT_FOUND if one of them is not the account's; TAGS_FULL, TAGS_EACH_FULL
 */
export const applyTags = async (db: ApiDatabase, userId: number, change: TagChange): Promise<ChangedObjects> => {
  const documents = await ownDocuments(db, userId, change.documents)
  const templates = await ownTemplates(db, userId, change.templates)
  const uploads = new Map(documents.map(({ id, uploaded_at }) => [id, uploaded_at]))
  const tags = {
    add: await ensureTags(db, userId, change.add),
    remove: await knownTags(db, userId, change.remove),
  }
  return {
    documents: await tagDocuments(db, uploads, tags),
    templates: await tagTemplates(db, templates, tags),
  }
}
