import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { openDatabase } from '../../open-database.ts'
import type { Database } from '../../schema.ts'
import { sqliteDialect } from '../../sqlite-dialect.ts'
import { migrations } from '../index.ts'

let path = ''
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'trazo-db-')), 'db.sqlite')
})
afterEach(() => rm(join(path, '..'), { recursive: true }))

const insert = (db: Kysely<Database>, table: string, row: Record<string, string | number>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db)

const texts = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, name]))
const numbers = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 1]))

test('the migration keeps a public link for signing only when a guest used a field link', async () => {
  const before = new Kysely<Database>({ dialect: sqliteDialect(path) })
  const migrator = new Migrator({ db: before, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0020-invitations-open-alone')
  const user = texts('username username_key first_name last_name email email_key phone country city company')
  await insert(before, 'users', { id: 1, ...user, password_hash: '', created_at: 0 })
  const document = {
    ...texts('original_filename description notes status name_key search_text'),
    ...numbers('owner_id file_type_id pages revision'),
    foreign_signatures: 0,
    uploaded_at: 0,
    shared_at: 30,
    public_link_at: 30,
  }
  await insert(before, 'documents', { ...document, id: 2 })
  await insert(before, 'documents', { ...document, id: 3 })
  const session = {
    ...texts('name email identification_type identification_number'),
    created_at: 40,
    expires_at: 99,
  }
  await insert(before, 'agent_sessions', { id: 4, ...session, document_id: 2, field_id: 8, x: 0.1 })
  await insert(before, 'agent_sessions', { id: 5, ...session, document_id: 3, field_id: 9 })
  await before.destroy()

  const after = await openDatabase(path)
  const links = after.selectFrom('documents').select(['id', 'shared_at', 'public_link_at', 'link_code_at'])
  expect(await links.orderBy('id').execute()).toEqual([
    { id: 2, shared_at: 30, public_link_at: null, link_code_at: null },
    { id: 3, shared_at: 30, public_link_at: 30, link_code_at: null },
  ])
  expect(await after.selectFrom('agent_sessions').select(['id', 'ended_at']).orderBy('id').execute()).toEqual([
    { id: 4, ended_at: 40 },
    { id: 5, ended_at: null },
  ])
  await after.destroy()
})
