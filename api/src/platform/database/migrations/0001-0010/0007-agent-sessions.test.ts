import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
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

test('the migration makes documents shared without an invitation public and links signatures to invitations', async () => {
  const before = new Kysely<Database>({ dialect: sqliteDialect(path) })
  const migrator = new Migrator({ db: before, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0006-guest-signing')
  const user = texts('username username_key first_name last_name email email_key phone country city company')
  await insert(before, 'users', { id: 1, ...user, password_hash: '', created_at: 0 })
  const document = {
    ...texts('original_filename description notes status name_key search_text'),
    ...numbers('owner_id file_type_id pages revision'),
    foreign_signatures: 0,
    uploaded_at: 0,
  }
  await insert(before, 'documents', { ...document, id: 2 })
  await insert(before, 'documents', { ...document, id: 3, shared_at: 30 })
  await insert(before, 'documents', { ...document, id: 4, shared_at: 40 })
  const field = { ...texts('client_id field_type signer_name signer_email label'), ...numbers('width height page') }
  const place = { document_id: 4, position: 1, x: 0, y: 0, created_at: 0, signed_at: 50 }
  for (const id of [5, 6]) await insert(before, 'fields', { id, ...field, ...place })
  const invitation = { document_id: 4, field_id: 5, email: 'ana@x.cr', expires_at: 99, created_at: 40 }
  await insert(before, 'invitations', { id: 7, ...invitation, token_hash: 'a', revoked_at: 45 })
  await insert(before, 'invitations', { id: 8, ...invitation, token_hash: 'b', used_at: 50 })
  const signature = {
    document_id: 4,
    revision: 1,
    signed_at: 50,
    ...texts('signer_name signer_email certificate_serial certificate_issuer certificate_subject'),
    ...texts('timestamp_authority level algorithm'),
    ...numbers('certificate_valid_from certificate_valid_to timestamp_at'),
  }
  for (const field_id of [5, 6]) await insert(before, 'signatures', { field_id, ...signature })
  await migrator.migrateTo('0007-agent-sessions')
  const after = before
  expect(await after.selectFrom('documents').select(['id', 'public_link_at']).orderBy('id').execute()).toEqual([
    { id: 2, public_link_at: null },
    { id: 3, public_link_at: 30 },
    { id: 4, public_link_at: null },
  ])
  expect(await after.selectFrom('signatures').select(['field_id', 'came_by']).orderBy('field_id').execute()).toEqual([
    { field_id: 5, came_by: 'invitation:8' },
    { field_id: 6, came_by: null },
  ])
  await after.destroy()
})
