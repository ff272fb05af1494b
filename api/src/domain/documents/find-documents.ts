import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { FileSort, FilesPage, FilesQuerySchema } from 'shared/contract'
import * as v from 'valibot'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import { countGroups } from './count-groups.ts'
import { type PageCursor, readCursor, writeCursor } from './page-cursor.ts'
import { foldSearchText, patternOf, searchWords } from './search-text.ts'
import { type OwnedDocumentRow, ownedDocuments, type ReadingServices, viewDocuments } from './view-documents.ts'

export type FilesQuery = v.InferOutput<typeof FilesQuerySchema>

/** Indexes: `documents_by_…` in the baseline of the database. */
const sorts = {
  newest: { column: 'uploaded_at', direction: 'desc', beyond: '<' },
  oldest: { column: 'uploaded_at', direction: 'asc', beyond: '>' },
  name: { column: 'name_key', direction: 'asc', beyond: '>' },
} as const satisfies Record<FileSort, object>

const keySchemas = { uploaded_at: v.pipe(v.number(), v.safeInteger()), name_key: v.string() } as const

const listFilters = (ownerId: number, { q = '', name, status, expired, signed, waits_for, sort }: FilesQuery) => ({
  ownerId,
  words: searchWords(q),
  // Every stored name ends with '.pdf'.
  nameKey: name === undefined ? null : foldSearchText(name.replace(/(?:\.pdf)?$/i, '.pdf')),
  status: status ?? null,
  expired: expired ?? null,
  signed: signed ?? null,
  waitsFor: waits_for ?? null,
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
  { ownerId, words, nameKey, status, expired, signed, waitsFor }: List,
) => {
  let query = ownedDocuments(db, ownerId).where('documents.edits_template', '=', 0)
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

const readRows = (
  reading: ReadingServices,
  list: List,
  { after, count }: { after: PageCursor | undefined; count: number },
): Promise<OwnedDocumentRow[]> => {
  const { column, direction, beyond } = sorts[list.sort]
  const ordered = matching(reading, list)
    .orderBy(`documents.${column}`, direction)
    .orderBy('documents.id', direction)
    .limit(count)
  if (after === undefined) return ordered.execute()
  return ordered
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple(`documents.${column}`, 'documents.id'), beyond, tuple(after.key, after.id)),
    )
    .execute()
}

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
  // Detects a further page.
  const rows = await readRows(reading, list, { after, count: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const next = rows.length > shown.length && last !== undefined ? { key: last[column], id: last.id } : undefined
  return {
    documents: await viewDocuments(reading, shown),
    next_cursor: next === undefined ? null : writeCursor(list, next),
    ...(query.counts ? { counts: await countGroups(db, ownerId) } : {}),
  }
}
