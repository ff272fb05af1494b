import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { databaseMigrations } from '../../src/platform/database/migrations/index.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { openPostgres } from '../../src/platform/database/open-postgres.ts'
import { createDatabase, onPostgres } from '../support/test-store.ts'

/*
 * Databases as released versions left them, with a row in
 * each table: 0.1.0 was recorded from its last commit,
 * 0.2.0.sql is what that version changed in it.
 */
const files = {
  '0.1.0': [`0.1.0.${onPostgres ? 'postgres' : 'sqlite'}.sql`, '0.1.0.rows.sql'],
  '0.2.0': [`0.1.0.${onPostgres ? 'postgres' : 'sqlite'}.sql`, '0.1.0.rows.sql', '0.2.0.sql'],
} as const

type Row = Readonly<Record<string, unknown>>

interface Place {
  /** @returns names of the migrations that ran */
  readonly start: () => Promise<readonly string[]>
  readonly run: (statements: string) => Promise<void>
  readonly rows: (statement: string) => Promise<readonly Row[]>
}

const folder = mkdtempSync(join(tmpdir(), 'trazo-released-'))
afterAll(() => rmSync(folder, { recursive: true }))

const inFile = (): Place => {
  const path = join(folder, `${randomUUID()}.sqlite`)
  const withFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  return {
    start: async () => {
      const ran: string[] = []
      await (await openDatabase(path, (names) => ran.push(...names))).destroy()
      return ran
    },
    run: async (statements) => withFile((database) => database.exec(`begin; ${statements}; commit`)),
    rows: async (statement) => withFile((database) => database.prepare(statement).all()),
  }
}

const onServer = async (): Promise<Place> => {
  const name = `trazo_released_${randomUUID().replaceAll('-', '')}`
  await createDatabase(name)
  const url = new URL(process.env.TRAZO_TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  const query = async (statements: string) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    return client.query<Row>(statements).finally(() => client.end())
  }
  return {
    start: async () => {
      const ran: string[] = []
      const onMigrated = (names: readonly string[]): void => void ran.push(...names)
      await (await openPostgres(url.href, () => undefined, { onMigrated })).destroy()
      return ran
    },
    run: async (statements) => void (await query(statements)),
    rows: async (statement) => (await query(statement)).rows,
  }
}

const emptyPlace = async (): Promise<Place> => (onPostgres ? onServer() : inFile())

const releasedPlace = async (version: keyof typeof files): Promise<Place> => {
  const place = await emptyPlace()
  for (const name of files[version]) await place.run(readFileSync(join(__dirname, name), 'utf8'))
  return place
}

const schemaRows = onPostgres
  ? `select table_name || '.' || lpad(ordinal_position::text, 3, '0') as name,
       concat_ws(' ', column_name, data_type, is_nullable, column_default, collation_name) as definition
     from information_schema.columns where table_schema = 'public'
     union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`
  : 'select name, sql as definition from sqlite_master where sql is not null'

/** Quotes, case and spaces mean nothing here. */
const plain = (definition: string): string =>
  definition.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim()

const schemaOf = async (place: Place): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await place.rows(schemaRows)).map(({ name, definition }) => [String(name), plain(String(definition))]),
  )

const tableNames = onPostgres
  ? `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`
  : `select name from sqlite_master where type = 'table' and name not like 'kysely%'`

/** @returns by table; a column without a value is left out, so that new columns change nothing */
const contentsOf = async (place: Place): Promise<Readonly<Record<string, readonly string[]>>> => {
  const contents: Record<string, readonly string[]> = {}
  for (const { name } of await place.rows(tableNames)) {
    const rows = await place.rows(`select * from ${String(name)}`)
    const known = rows.map((row) => Object.entries(row).filter(([, value]) => value !== null))
    contents[String(name)] = known.map((row) => JSON.stringify(row)).sort()
  }
  return contents
}

const executed = async (place: Place): Promise<readonly unknown[]> =>
  (await place.rows('select name from kysely_migration order by name')).map(({ name }) => name)

test('an empty database gets all tables of the present in the steps for new databases', async () => {
  const place = await emptyPlace()
  expect(await place.start()).toEqual(Object.keys(databaseMigrations))
  expect(Object.keys(await contentsOf(place)).length).toBeGreaterThan(60)
  expect(await place.start()).toEqual([])
})

describe.each(Object.keys(files) as (keyof typeof files)[])('a database of version %s', (version) => {
  test('has a row in each table', async () => {
    const contents = await contentsOf(await releasedPlace(version))
    expect(Object.keys(contents).filter((name) => contents[name]?.length === 0)).toEqual([])
  })

  test('gets the schema of a new database, column by column, and keeps its rows', async () => {
    const [place, fresh] = [await releasedPlace(version), await emptyPlace()]
    const [before, done] = [await contentsOf(place), await executed(place)]
    const ran = await place.start()
    await fresh.start()
    expect(await schemaOf(place)).toEqual(await schemaOf(fresh))
    expect(await contentsOf(place)).toEqual(before)
    expect(await executed(place)).toEqual([...done, ...ran])
    expect(await place.start()).toEqual([])
  })
})

test('a database of version 0.1.0 needs steps, one of 0.2.0 only those after the baseline', async () => {
  const early = await (await releasedPlace('0.1.0')).start()
  expect(early.slice(0, 2)).toEqual(['0048-webhook-creators', '0049-document-creators'])
  expect(await (await releasedPlace('0.2.0')).start()).toEqual(early.slice(2))
})

test('a database from before version 0.1.0 is refused with advice and stays as it is', async () => {
  const place = await releasedPlace('0.1.0')
  await place.run(`delete from kysely_migration where name > '0040'`)
  const [schema, done] = [await schemaOf(place), await executed(place)]
  await expect(place.start()).rejects.toThrow(
    'La base de datos es de antes de la versión 0.1.0 (su última migración: 0039-templates). ' +
      'Iníciala una vez con la versión 0.2.0, detenla, y después inicia esta (docs/operations.md).',
  )
  expect([await schemaOf(place), await executed(place)]).toEqual([schema, done])
})

test('a database of a newer version is refused', async () => {
  const place = await releasedPlace('0.2.0')
  await place.run(`insert into kysely_migration (name, timestamp) values ('9999-future', '2030')`)
  await expect(place.start()).rejects.toThrow(/9999-future/)
})
