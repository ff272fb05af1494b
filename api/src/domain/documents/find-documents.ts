import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { FileSort, FilesPage, FilesQuerySchema } from 'shared/contract'
import { tagKey } from 'shared/contract/tags'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import { findTagId, tagNamesOf } from '../filing/account-tags.ts'
import { countGroups } from './count-groups.ts'
import { type PageCursor, readCursor, writeCursor } from './page-cursor.ts'
import { foldSearchText, patternOf, searchWords } from './search-text.ts'
import {
  foundDocuments,
  type OwnedDocumentRow,
  ownedDocuments,
  type ReadingServices,
  viewDocuments,
} from './view-documents.ts'

export type FilesQuery = v.InferOutput<typeof FilesQuerySchema>

/** Indexes: `documents_by_…` in the baseline of the database. */
const sorts = {
  newest: { column: 'uploaded_at', direction: 'desc', beyond: '<' },
  oldest: { column: 'uploaded_at', direction: 'asc', beyond: '>' },
  name: { column: 'name_key', direction: 'asc', beyond: '>' },
} as const satisfies Record<FileSort, object>

const keySchemas = { uploaded_at: v.pipe(v.number(), v.safeInteger()), name_key: v.string() } as const

const listFilters = (
  ownerId: number,
  { q = '', name, status, expired, signed, waits_for, archived, tag, sort }: FilesQuery,
) => ({
  ownerId,
  words: searchWords(q),
  // Every stored name ends with '.pdf'.
  nameKey: name === undefined ? null : foldSearchText(name.replace(/(?:\.pdf)?$/i, '.pdf')),
  status: status ?? null,
  expired: expired ?? null,
  signed: signed ?? null,
  waitsFor: waits_for ?? null,
  archived: archived ?? null,
  tag: tag === undefined ? null : tagKey(tag),
  sort,
})

type List = ReturnType<typeof listFilters>

const isExpired =
  (now: number) =>
  (eb: ExpressionBuilder<DatabaseSchema, 'documents'>): Expression<SqlBool> => {
    const fields = eb
      .selectFrom('fields')
      .select('fields.id')
      .whereRef('fields.document_id', '=', 'documents.id')
      .where('fields.deleted_at', 'is', null)
    return eb.and([
      eb('documents.deadline', '<=', now),
      eb('documents.status', 'in', ['UPLOADED', 'PROCESSING']),
      eb.or([eb.exists(fields.where('fields.signed_at', 'is', null)), eb.not(eb.exists(fields))]),
    ])
  }

const matching = (
  { db, clock }: ReadingServices,
  { ownerId, words, nameKey, status, expired, signed, waitsFor, archived, tag }: List,
) => {
  const documents = tag === null ? ownedDocuments : foundDocuments
  let query = documents(db, ownerId).where('documents.edits_template', '=', 0)
  if (archived !== null) query = query.where('documents.archived_at', archived === 'true' ? 'is not' : 'is', null)
  if (nameKey !== null) query = query.where('documents.name_key', '=', nameKey)
  if (status !== null) query = query.where('documents.status', '=', status)
  if (expired !== null) query = query.where(isExpired(clock()))
  if (signed !== null) query = query.where('documents.completed_at', 'is not', null)
  // The second condition matches the partial index.
  if (waitsFor !== null)
    query = query.where('documents.waits_for', '=', waitsFor).where('documents.waits_for', 'is not', null)
  for (const word of words)
    query = query.where(sql<boolean>`${sql.ref('documents.search_text')} like ${patternOf(word)} escape '\\'`)
  return query
}

/** The rows of a tag keep the order of uploads, so a page of them needs no other rows. By name they are sorted. */
const orderColumns = ({ sort }: List, tagId: number | undefined) => {
  const { column } = sorts[sort]
  return tagId !== undefined && column === 'uploaded_at'
    ? ([sql.ref('document_tags.uploaded_at'), sql.ref('document_tags.document_id')] as const)
    : ([sql.ref(`documents.${column}`), sql.ref('documents.id')] as const)
}

interface WantedRows {
  readonly after: PageCursor | undefined
  readonly count: number
  /** Of this account. */
  readonly tagId: number | undefined
}

const readRows = (
  reading: ReadingServices,
  list: List,
  { after, count, tagId }: WantedRows,
): Promise<OwnedDocumentRow[]> => {
  const { direction, beyond } = sorts[list.sort]
  const [key, id] = orderColumns(list, tagId)
  let query = matching(reading, list).orderBy(key, direction).orderBy(id, direction).limit(count)
  if (tagId !== undefined)
    query = query
      .innerJoin('document_tags', 'document_tags.document_id', 'documents.id')
      .where(sql.ref('document_tags.tag_id'), '=', tagId)
  if (after !== undefined)
    query = query.where(sql<boolean>`(${key}, ${id}) ${sql.raw(beyond)} (${after.key}, ${after.id})`)
  return query.execute()
}

/** @returns undefined if the account has no such tag: then no document matches */
const wantedTag = async (
  db: ApiDatabase,
  { ownerId, tag }: List,
): Promise<{ readonly tagId: number | undefined } | undefined> => {
  if (tag === null) return { tagId: undefined }
  const tagId = await findTagId(db, ownerId, tag)
  return tagId === undefined ? undefined : { tagId }
}

const withCounts = async (db: ApiDatabase, ownerId: number): Promise<Pick<FilesPage, 'counts' | 'tags'>> => ({
  counts: await countGroups(db, ownerId),
  tags: await tagNamesOf(db, ownerId),
})

/** Keyset pagination: concurrent changes shift no rows. */
export const findDocuments = async (
  reading: ReadingServices,
  ownerId: number,
  query: FilesQuery,
): Promise<FilesPage> => {
  const { db } = reading
  const list = listFilters(ownerId, query)
  const { column } = sorts[query.sort]
  const after = query.cursor === undefined ? undefined : readCursor(list, keySchemas[column], query.cursor)
  const wanted = await wantedTag(db, list)
  // Detects a further page.
  const rows = wanted === undefined ? [] : await readRows(reading, list, { after, count: query.limit + 1, ...wanted })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const next = rows.length > shown.length && last !== undefined ? { key: last[column], id: last.id } : undefined
  return {
    documents: await viewDocuments(reading, shown),
    next_cursor: next === undefined ? null : writeCursor(list, next),
    ...(query.counts ? await withCounts(db, ownerId) : {}),
  }
}
