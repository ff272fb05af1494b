import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { type FileSort, FilesQuerySchema, fileSorts } from 'shared/contract'
import * as v from 'valibot'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import { sqliteDialect } from '../../platform/database/sqlite-dialect.ts'
import { countGroups } from './count-groups.ts'
import { findDocuments } from './find-documents.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import { currentRevision, originalRevision } from './revisions.ts'
import { refreshSearchText } from './search-text.ts'

const executed: CompiledQuery[] = []
let db: Kysely<DatabaseSchema>
let owner: number
let documentId: number

beforeAll(async () => {
  const server = await openTestServer()
  await registerPerson(server, 'olga')
  owner = await ownerId(server.services.db, 'olga')
  const seeds = [1, 2, 3].map((uploadedAt) => ({
    name: 'Año.pdf',
    uploadedAt,
    status: 'COMPLETED' as const,
    completedAt: 5,
    waitsFor: 'others' as const,
    signers: ['Ana'],
  }))
  const ids = await insertDocuments(server.services.db, owner, seeds)
  documentId = ids[0] ?? 0
  const archived = await insertDocuments(server.services.db, owner, seeds)
  await server.services.db.updateTable('documents').set({ archived_at: 1 }).where('id', 'in', archived).execute()
  await server.services.db.insertInto('tags').values({ id: 1, user_id: owner, name: 'A', name_key: 'a' }).execute()
  const tagged = [...ids, ...archived].map((document_id, index) => ({
    document_id,
    tag_id: 1,
    uploaded_at: (index % 3) + 1,
  }))
  await server.services.db.insertInto('document_tags').values(tagged).execute()
  db = new Kysely<DatabaseSchema>({
    dialect: sqliteDialect(join(server.dataDir, 'trazo.sqlite')),
    log: ({ query }) => {
      executed.push(query)
    },
  })
})
afterAll(async () => {
  await db.destroy()
  await closeTestServers()
})

const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  executed.length = 0
  await work()
  const statements = executed.splice(0).filter((query) => /^\s*(?:select|update)/i.test(query.sql))
  expect(statements.length).toBeGreaterThan(0)
  const plans: string[] = []
  for (const { sql: text, parameters } of statements) {
    const explained = await db.executeQuery<{ detail: string }>({
      ...sql``.compile(db),
      sql: `explain query plan ${text}`,
      parameters,
    })
    plans.push(...explained.rows.map(({ detail }) => detail))
  }
  return plans
}

const expectIndexesAlone = (plans: readonly string[]): void => {
  const steps = plans.filter((step) => !/^(?:CORRELATED SCALAR SUBQUERY|LIST SUBQUERY)/.test(step))
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) expect(step).toMatch(/^SEARCH \w+ USING (?:COVERING )?INDEX \w+ \(/)
}

const filters: readonly (readonly [name: string, filter: Record<string, string>, suffixes: readonly string[]])[] = [
  ['everything', {}, ['']],
  ['one status', { status: 'COMPLETED' }, ['_of_status']],
  ['what is signed', { signed: 'true' }, ['_of_completed']],
  ['waiting documents', { waits_for: 'others' }, ['_of_waiting']],
  ['what is not archived', { archived: 'false' }, ['_of_active']],
  ['what is archived', { archived: 'true' }, ['_of_archived']],
  ['one status, not archived', { status: 'COMPLETED', archived: 'false' }, ['_of_status', '_of_active']],
  ['signed, not archived', { signed: 'true', archived: 'false' }, ['_of_completed', '_of_active']],
  ['waiting, not archived', { waits_for: 'others', archived: 'false' }, ['_of_waiting', '_of_active']],
  ['signed of one status', { signed: 'true', status: 'COMPLETED' }, ['_of_status', '_of_completed']],
]
const orders: Record<FileSort, string> = { newest: 'newest', oldest: 'newest', name: 'name' }

describe.each(fileSorts)('query plans of the list sorted by %s', (sort) => {
  describe.each(filters)('filter: %s', (_, filter, suffixes) => {
    test.each([
      ['all', {}],
      ['found by words', { q: 'ano pdf' }],
    ])('%s: the first and the next page use indexes alone', async (__, words) => {
      const ask = (more: Record<string, string>) =>
        findDocuments(
          { db, clock: Date.now },
          owner,
          v.parse(FilesQuerySchema, { sort, limit: '1', ...filter, ...words, ...more }),
        )
      const { next_cursor } = await ask({})
      expect(next_cursor).not.toBeNull()
      const column = sort === 'name' ? 'name_key' : 'uploaded_at'
      const indexes = suffixes.map((suffix) => `documents_by_${orders[sort]}${suffix}`).join('|')
      const searched = (place: string) =>
        expect.stringMatching(
          new RegExp(
            `^SEARCH documents USING INDEX (?:${indexes}) \\(owner_id=\\?(?: AND (?:status|waits_for)=\\?)?${place}\\)$`,
          ),
        )
      const first = await plansOf(() => ask({}))
      expectIndexesAlone(first)
      expect(first).toContainEqual(searched(''))
      const next = await plansOf(() => ask({ cursor: next_cursor ?? '' }))
      expectIndexesAlone(next)
      expect(next).toContainEqual(searched(` AND \\(${column},id\\)[<>]\\(\\?,\\?\\)`))
      for (const plans of [first, next]) {
        expect(plans).toContain(
          'SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (document_id=? AND number=?)',
        )
        expect(plans).toContain('SEARCH fields USING INDEX fields_by_document (document_id=?)')
        expect(plans).toContain('SEARCH invitations USING INDEX invitations_by_field (field_id=?)')
      }
    })
  })
})

test.each(fileSorts)('the query for documents of one name, sorted by %s, uses indexes alone', async (sort) => {
  const ask = (more: Record<string, string>) =>
    findDocuments({ db, clock: Date.now }, owner, v.parse(FilesQuerySchema, { sort, limit: '1', name: 'ano', ...more }))
  const { next_cursor } = await ask({})
  expectIndexesAlone(await plansOf(() => ask({})))
  expectIndexesAlone(await plansOf(() => ask({ cursor: next_cursor ?? '' })))
})

test.each(fileSorts)('the query for expired documents, sorted by %s, uses indexes alone', async (sort) => {
  const ask = () => findDocuments({ db, clock: Date.now }, owner, v.parse(FilesQuerySchema, { sort, expired: 'true' }))
  expectIndexesAlone(await plansOf(ask))
})

test.each(['newest', 'oldest'] as const)(
  'a page of a tag, %s first, reads the rows of the tag in order',
  async (sort) => {
    const ask = (more: Record<string, string>) =>
      findDocuments({ db, clock: Date.now }, owner, v.parse(FilesQuerySchema, { sort, limit: '1', tag: 'á', ...more }))
    for (const archived of ['true', 'false']) {
      const { next_cursor } = await ask({ archived })
      expect(next_cursor).not.toBeNull()
      const pages: Record<string, string>[] = [{ archived }, { archived, cursor: next_cursor ?? '' }]
      for (const query of pages) {
        const plans = await plansOf(() => ask(query))
        expectIndexesAlone(plans)
        expect(plans).toContainEqual(
          expect.stringMatching(/^SEARCH document_tags USING COVERING INDEX document_tags_by_newest \(tag_id=\?/),
        )
        expect(plans).toContainEqual(
          expect.stringMatching(/^SEARCH documents USING INDEX sqlite_autoindex_documents_1 \(id=\?\)/),
        )
      }
    }
  },
)

test('a page of a tag by name reads and sorts the documents of the tag alone', async () => {
  const query = v.parse(FilesQuerySchema, { sort: 'name', limit: '1', tag: 'a' })
  const plans = await plansOf(() => findDocuments({ db, clock: Date.now }, owner, query))
  expectIndexesAlone(plans.filter((step) => !/^USE TEMP B-TREE FOR (?:LAST TERM OF )?ORDER BY$/.test(step)))
  expect(plans.filter((step) => / documents /.test(step))).toEqual([
    'SEARCH documents USING INDEX sqlite_autoindex_documents_1 (id=?)',
  ])
})

test('the counts read covering indexes alone', async () => {
  expect(await plansOf(() => countGroups(db, owner))).toEqual([
    'SEARCH documents USING COVERING INDEX documents_by_group (owner_id=? AND deleted_at=?)',
    'SEARCH documents USING COVERING INDEX documents_of_templates (owner_id=? AND deleted_at=?)',
  ])
})

test('queries for all documents, one document, its revisions and its search text use indexes alone', async () => {
  expectIndexesAlone(await plansOf(() => Readable.from(listDocuments({ db, clock: Date.now }, owner)).toArray()))
  expectIndexesAlone(await plansOf(() => getDocument({ db, clock: Date.now }, owner, documentId)))
  expectIndexesAlone(await plansOf(() => currentRevision(db, documentId)))
  expectIndexesAlone(await plansOf(() => originalRevision(db, documentId)))
  expectIndexesAlone(await plansOf(() => refreshSearchText(db, documentId)))
})

test('the check of query plans fails for a query without a suitable index', async () => {
  await expect(async () =>
    expectIndexesAlone(await plansOf(() => db.selectFrom('documents').select('notes').execute())),
  ).rejects.toThrow(/SCAN documents/)
  const sorted = db.selectFrom('documents').select('id').where('owner_id', '=', owner).where('deleted_at', 'is', null)
  await expect(async () => expectIndexesAlone(await plansOf(() => sorted.orderBy('notes').execute()))).rejects.toThrow(
    /USE TEMP B-TREE/,
  )
})
