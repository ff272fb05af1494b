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

test('the migration links each earlier invitation to the mail of the same time and address', async () => {
  const before = new Kysely<Database>({ dialect: sqliteDialect(path) })
  await new Migrator({ db: before, provider: { getMigrations: async () => migrations } }).migrateTo(
    '0003-document-list',
  )
  const user = texts('username username_key first_name last_name email email_key phone country city company')
  await insert(before, 'users', { id: 1, ...user, password_hash: '', created_at: 0 })
  const document = texts('original_filename description notes status')
  const counts = { file_type_id: 1, pages: 1, revision: 1, uploaded_at: 0 }
  await insert(before, 'documents', { id: 2, owner_id: 1, ...document, ...counts })
  const place = { x: 0, y: 0, width: 1, height: 1, page: 1, position: 1 }
  const field = texts('client_id field_type signer_name signer_email label')
  await insert(before, 'fields', { id: 3, document_id: 2, ...field, ...place, created_at: 0 })
  const invitation = { document_id: 2, field_id: 3, email: 'ana@x.cr', expires_at: 9 }
  await insert(before, 'invitations', { id: 4, ...invitation, token_hash: 'a', created_at: 5 })
  await insert(before, 'invitations', { id: 5, ...invitation, token_hash: 'b', created_at: 6 })
  const mail = { ...texts('to_name to_key subject text_body html_body state'), document_id: 2, attempts: 1 }
  const to = { to_address: 'ana@x.cr', next_attempt_at: 5 }
  await insert(before, 'outbox', { id: 6, ...mail, ...to, kind: 'document-copy', created_at: 5 })
  await insert(before, 'outbox', { id: 7, ...mail, ...to, kind: 'invitation', created_at: 5 })
  await before.destroy()

  const after = await openDatabase(path)
  const rows = await after.selectFrom('invitations').select(['id', 'mail_id']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 4, mail_id: 7 },
    { id: 5, mail_id: null },
  ])
  await after.destroy()
})
