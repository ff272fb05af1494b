import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { newId } from '../ids.ts'
import { type ApiDatabase, openDatabase } from './open-database.ts'

let directory = ''
let db: ApiDatabase

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trazo-db-'))
  db = await openDatabase(join(directory, 'db.sqlite'))
})

afterEach(async () => {
  await db.destroy()
  await rm(directory, { recursive: true })
})

const user = (id: number, name = `u${id}`) => ({
  id,
  username: name,
  username_key: name,
  first_name: '',
  last_name: '',
  email: name,
  email_key: name,
  phone: '',
  country: '',
  city: '',
  company: '',
  password_hash: '',
  created_at: 0,
})

test('the database uses WAL, lets the driver store commits and enforces foreign keys', async () => {
  const pragma = async (name: string) =>
    Object.values((await sql.raw<object>(`PRAGMA ${name}`).execute(db)).rows[0] ?? {})[0]
  expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual([
    'wal',
    1,
    1,
  ])
  await expect(
    db
      .insertInto('sessions')
      .values({ id: 1, user_id: 404, created_at: 0, ended_at: null, end_reason: null })
      .execute(),
  ).rejects.toThrow(/FOREIGN KEY/)
})

test('opening the database again keeps its rows', async () => {
  await db.insertInto('users').values(user(1)).execute()
  const again = await openDatabase(join(directory, 'db.sqlite'))
  expect(await again.selectFrom('users').select('id').execute()).toEqual([{ id: 1 }])
  await again.destroy()
})

test('the database does not open if rows refer to something missing after a migration', async () => {
  const path = join(directory, 'broken.sqlite')
  const older = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  older.exec(await readFile(join(__dirname, '../../../test/released-schemas/0.1.0.sqlite.sql'), 'utf8'))
  older.exec(`insert into kysely_migration values ('0047-listed-origins', '2026')`)
  older.exec('insert into sessions (id, user_id, created_at) values (1, 404, 0)')
  older.close()
  await expect(openDatabase(path)).rejects.toThrow('rows of sessions refer to something that is not there')
})

test('transactions run one after the other, also when they wait', async () => {
  const steps: string[] = []
  const work = (name: string) =>
    db.transaction().execute(async (transaction) => {
      steps.push(`${name} begins`)
      await transaction.selectFrom('users').selectAll().execute()
      await new Promise((resolve) => setImmediate(resolve))
      steps.push(`${name} ends`)
    })
  await Promise.all([work('a'), work('b')])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a transaction that throws is rolled back, and the next statement works', async () => {
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('users').values(user(1)).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await db.insertInto('users').values(user(2)).execute()
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 2 }])
})

test('after a full disk, the whole transaction is rolled back and reports an error', async () => {
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db)
  const limit = (pages: number) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(db)
  await limit(rows[0]?.page_count ?? 0)
  const large = { ...user(1), company: 'x'.repeat(100_000) }
  const stubborn = db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('users')
      .values(large)
      .execute()
      .catch(() => undefined)
    await transaction.insertInto('users').values(user(2)).execute()
  })
  await expect(stubborn).rejects.toThrow('the transaction was taken back')
  const failing = db.transaction().execute((transaction) => transaction.insertInto('users').values(large).execute())
  await expect(failing).rejects.toThrow('database or disk is full')
  await limit(1_000_000)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await db.transaction().execute((transaction) => transaction.insertInto('users').values(user(3)).execute())
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 3 }])
})

test('the database returns the largest identifier exactly, and new identifiers are unique', async () => {
  await db.insertInto('users').values(user(Number.MAX_SAFE_INTEGER)).execute()
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: Number.MAX_SAFE_INTEGER }])
  const ids = Array.from({ length: 1000 }, newId)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
})

test('the schema uses only column types that PostgreSQL also has', async () => {
  const { rows } = await sql<{ type: string }>`
    select distinct lower(c.type) as type from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'kysely%' and m.name not like 'sqlite%'`.execute(db)
  expect(rows.map(({ type }) => type).sort()).toEqual(['bigint', 'double precision', 'integer', 'text'])
})

test('a database of a newer version is refused in Spanish with what to do, and stays as it was', async () => {
  const path = join(directory, 'db.sqlite')
  await db.destroy()
  const other = new DatabaseSync(path)
  other.exec(`INSERT INTO kysely_migration VALUES ('9999-future', '2027'); DELETE FROM kysely_migration_lock`)
  const locks = () => other.prepare('SELECT count(*) AS count FROM kysely_migration_lock').get()
  await expect(openDatabase(path)).rejects.toThrow(
    /^La base de datos es de una versión más nueva de Trazo \(9999-future\) y no se tocó\. Inicia con esa versión, o restaura [^\n]+$/,
  )
  expect(locks()).toEqual({ count: 0 })
  other.exec(`DELETE FROM kysely_migration WHERE name = '9999-future'`)
  other.close()
  db = await openDatabase(path)
})
