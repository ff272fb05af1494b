import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { foldText, searchTextOf } from '../../../../domain/documents/search-text.ts'
import type { Database } from '../../schema.ts'
import { sqliteDialect } from '../../sqlite-dialect.ts'
import { migrations } from '../index.ts'

type Row = Readonly<Record<string, string | number | null>>

let path = ''
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'trazo-db-')), 'db.sqlite')
})
afterEach(() => rm(join(path, '..'), { recursive: true }))

const insert = (db: Kysely<Database>, table: string, row: Row) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db)

const texts = ['username', 'first_name', 'last_name', 'email', 'phone', 'country', 'city', 'company', 'password_hash']
const user: Row = {
  id: 1,
  username_key: 'u',
  email_key: 'e',
  created_at: 0,
  ...Object.fromEntries(texts.map((name) => [name, ''])),
}

const document = (id: number, more: Row = {}): Row => ({
  id,
  owner_id: 1,
  original_filename: `Año_${id}.pdf`,
  description: 'Casa\u0000en  HEREDIA',
  notes: '',
  file_type_id: 1,
  pages: 1,
  status: 'PROCESSING',
  revision: 1,
  uploaded_at: id,
  shared_at: null,
  deleted_at: null,
  ...more,
})

let fieldCount = 0
const field = (documentId: number, position: number, more: Row): Row => ({
  id: ++fieldCount,
  document_id: documentId,
  position,
  client_id: `f${position}`,
  field_type: 'SECONDARY',
  signer_name: 'Ana',
  signer_email: 'ana@example.com',
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  page: 1,
  label: '',
  created_at: 0,
  signed_at: null,
  deleted_at: null,
  ...more,
})

const uploaded = (documentId: number, data: object): Row => ({
  document_id: documentId,
  number: 1,
  happened_at: 0,
  kind: 'document-uploaded',
  actor: 'user:1',
  data: JSON.stringify(data),
  previous_hash: '',
  hash: '',
})

const migrateTo = async (version: string): Promise<Kysely<Database>> => {
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(version)
  if (error !== undefined) throw error
  return db
}

const fillSecondVersion = async (): Promise<void> => {
  const db = await migrateTo('0002-shared-emails')
  await insert(db, 'users', user)
  for (const row of [document(1), document(2), document(3, { deleted_at: 9 }), document(4)])
    await insert(db, 'documents', row)
  await insert(db, 'fields', field(2, 2, { signer_name: 'José', signed_at: 20 }))
  await insert(db, 'fields', field(2, 1, { signer_name: 'Zoé Núñez', signed_at: 30 }))
  await insert(db, 'fields', field(2, 3, { signer_name: 'Nadie', deleted_at: 5 }))
  await insert(db, 'fields', field(4, 1, { signed_at: 20 }))
  await insert(db, 'fields', field(4, 2, {}))
  await insert(db, 'audit_events', uploaded(1, { sha256: '', signatures: 2 }))
  await insert(db, 'audit_events', uploaded(2, { sha256: '' }))
  await db.destroy()
}

test('the migration fills the list, search and completion columns of existing documents', async () => {
  await fillSecondVersion()
  const db = await migrateTo('0003-document-list')
  const added = ['name_key', 'search_text', 'completed_at', 'foreign_signatures', 'rewritten'] as const
  const rows = await db
    .selectFrom('documents')
    .select(['id', ...added])
    .orderBy('id')
    .execute()
  const place = 'casa en heredia'
  const none = { completed_at: null, foreign_signatures: 0, rewritten: null }
  expect(rows).toEqual([
    { ...none, id: 1, name_key: 'ano 1.pdf', search_text: `ano 1.pdf\n${place}\n`, foreign_signatures: 2 },
    { ...none, id: 2, name_key: 'ano 2.pdf', search_text: `ano 2.pdf\n${place}\n\nzoe nunez\njose`, completed_at: 30 },
    { ...none, id: 3, name_key: 'ano 3.pdf', search_text: `ano 3.pdf\n${place}\n` },
    { ...none, id: 4, name_key: 'ano 4.pdf', search_text: `ano 4.pdf\n${place}\n\nana\nana` },
  ])
  // Later writes must fold text the same way.
  expect(rows[1]?.name_key).toBe(foldText('Año_2.pdf'))
  expect(rows[1]?.search_text).toBe(searchTextOf(['Año_2.pdf', 'Casa\u0000en  HEREDIA', '', 'Zoé Núñez', 'José']))
  await db.destroy()
})

test('the migration replaces the old indexes with the indexes of the document list', async () => {
  await fillSecondVersion()
  const db = await migrateTo('0003-document-list')
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'index' and sql is not null
    and tbl_name in ('documents', 'fields') order by name`.execute(db)
  const open = `where "deleted_at" is null`
  expect(rows.map((row) => row.sql)).toEqual([
    `CREATE INDEX "documents_by_name" on "documents" ("owner_id", "name_key", "id") ${open}`,
    `CREATE INDEX "documents_by_name_of_completed" on "documents" ("owner_id", "name_key", "id") ${open} and "completed_at" is not null`,
    `CREATE INDEX "documents_by_name_of_status" on "documents" ("owner_id", "status", "name_key", "id") ${open}`,
    `CREATE INDEX "documents_by_newest" on "documents" ("owner_id", "uploaded_at", "id") ${open}`,
    `CREATE INDEX "documents_by_newest_of_completed" on "documents" ("owner_id", "uploaded_at", "id") ${open} and "completed_at" is not null`,
    `CREATE INDEX "documents_by_newest_of_status" on "documents" ("owner_id", "status", "uploaded_at", "id") ${open}`,
    `CREATE INDEX "fields_by_document" on "fields" ("document_id", "position")`,
  ])
  await db.destroy()
})
