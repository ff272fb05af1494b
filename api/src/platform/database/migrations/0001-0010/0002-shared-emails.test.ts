import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { usernameSkeleton } from '../../../names/username-skeleton.ts'
import { openDatabase } from '../../open-database.ts'
import type { Database } from '../../schema.ts'
import { sqliteDialect } from '../../sqlite-dialect.ts'
import { migrations } from '../index.ts'

let path = ''
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'trazo-db-')), 'db.sqlite')
})
afterEach(() => rm(join(path, '..'), { recursive: true }))

const texts = ['username', 'first_name', 'last_name', 'email', 'phone', 'country', 'city', 'company', 'password_hash']
const user = (id: number) => ({
  id,
  username_key: `u${id}`,
  email_key: `e${id}`,
  created_at: 7,
  ...Object.fromEntries(texts.map((name) => [name, `${name} ${id}`])),
})

const openFirstVersion = async (): Promise<Kysely<Database>> => {
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0001-initial')
  return db
}

test('the migration keeps users and their sessions and lets two users share an e-mail', async () => {
  const before = await openFirstVersion()
  const insert = (db: Kysely<Database>, id: number, email: string) =>
    sql`insert into users ${sql.raw(`(${Object.keys(user(id)).join(', ')})`)}
        values (${sql.join(Object.values({ ...user(id), email_key: email }))})`.execute(db)
  await insert(before, 1, 'e1')
  await before
    .insertInto('sessions')
    .values({ id: 9, user_id: 1, created_at: 0, ended_at: null, end_reason: null })
    .execute()
  await expect(insert(before, 2, 'e1')).rejects.toThrow(/UNIQUE/)
  await before.destroy()

  const after = await openDatabase(path)
  expect(await after.selectFrom('users').selectAll().execute()).toEqual([
    {
      ...user(1),
      deleted_at: null,
      documents_view: null,
      email_verified_at: null,
      username_skeleton: usernameSkeleton('username 1'),
    },
  ])
  await insert(after, 2, 'e1')
  await expect(insert(after, 2, 'e2')).rejects.toThrow(/UNIQUE/)
  const session = { id: 10, user_id: 1, created_at: 0, ended_at: null, end_reason: null }
  await after.insertInto('sessions').values(session).execute()
  await expect(
    after
      .insertInto('sessions')
      .values({ ...session, id: 11, user_id: 404 })
      .execute(),
  ).rejects.toThrow(/FOREIGN KEY/)
  await expect(after.deleteFrom('users').where('id', '=', 1).execute()).rejects.toThrow(/FOREIGN KEY/)
  await after.destroy()
})

test('the database does not open when the migration finds broken references', async () => {
  const db = await openFirstVersion()
  await sql`PRAGMA foreign_keys = OFF`.execute(db)
  await db
    .insertInto('sessions')
    .values({ id: 1, user_id: 404, created_at: 0, ended_at: null, end_reason: null })
    .execute()
  await db.destroy()
  await expect(openDatabase(path)).rejects.toThrow('rows of sessions refer to something that is not there')
})
