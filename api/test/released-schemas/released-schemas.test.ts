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
  definition
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .replaceAll(' ,', ',')
    .trim()

const schemaOf = async (place: Place): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await place.rows(schemaRows)).map(({ name, definition }) => [String(name), plain(String(definition))]),
  )

const tableNames = onPostgres
  ? `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`
  : `select name from sqlite_master where type = 'table' and name not like 'kysely%'`

/** Fields as they were: what their participants say of the signers, without the participants. */
const FORMER_FIELDS = `select fields.*, participants.name as signer_name, participants.email as signer_email,
  participants.turn, null as participant_id
  from fields join participants on participants.id = fields.participant_id`

/** Tables of later versions. */
const LATER_TABLES: readonly string[] = [
  'account_addresses',
  'address_confirmations',
  'participants',
  'alternates',
  'tags',
  'document_tags',
  'template_tags',
  'question_threads',
  'question_messages',
  'blob_replicas',
  'seal_log_trees',
  'seal_log_entries',
  'seal_log_openings',
  'seal_log_nodes',
  'seal_log_checkpoints',
  'seal_log_stops',
]

/** Columns of later versions, with the value that older rows get. */
const LATER_COUNTS: Readonly<Record<string, number>> = { deaths: 0, blamed: 0, copy_only: 0, row_documents: 1 }

const isOfNow = (column: string, value: unknown): boolean =>
  value === null || (Object.hasOwn(LATER_COUNTS, column) && Number(value) === LATER_COUNTS[column])

/** @returns by table; a column without a value is left out, so that new columns change nothing */
const contentsOf = async (place: Place): Promise<Readonly<Record<string, readonly string[]>>> => {
  const contents: Record<string, readonly string[]> = {}
  const names = (await place.rows(tableNames)).map(({ name }) => String(name))
  const hasParticipants = names.includes('participants')
  for (const name of names.filter((one) => !LATER_TABLES.includes(one))) {
    const rows = await place.rows(hasParticipants && name === 'fields' ? FORMER_FIELDS : `select * from ${name}`)
    const known = rows.map((row) => Object.entries(row).filter(([column, value]) => !isOfNow(column, value)))
    contents[name] = known.map((row) => JSON.stringify(row.sort(([a], [b]) => a.localeCompare(b)))).sort()
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

type FieldSeed = readonly [id: number, signer: string, turn?: number, also?: string]

/** Documents of the released version: 91 in order, 92 a template's working copy, 93 signed by public link. */
const documents: Readonly<Record<number, readonly FieldSeed[]>> = {
  91: [
    [911, `'SECONDARY', 'Ana Mora', 'ana@example.com'`, 2],
    [912, `'SECONDARY', 'Luis Mora', 'ana@example.com'`, 1],
    [913, `'SECONDARY', 'ana mora', 'ANA@example.com'`],
    [914, `'PRIMARY', 'Olga', 'olga@example.com'`],
    [915, `'SECONDARY', 'Ida', 'ida@example.com'`, undefined, 'deleted_at'],
  ],
  92: [
    [921, `'SECONDARY', 'Firmante 1', 'r1@plantilla.invalid'`, 1],
    [922, `'SECONDARY', 'Firmante 2', 'r2@plantilla.invalid'`, 2],
    [923, `'SECONDARY', 'Firmante 1', 'r1@plantilla.invalid'`],
  ],
  93: [
    [931, `'SECONDARY', 'Firmante', ''`],
    [932, `'SECONDARY', 'Firmante', ''`],
    [933, `'SECONDARY', 'Ana Mora', 'ana@example.com'`, undefined, 'signed_by_link_at'],
    [934, `'SECONDARY', 'Ana Mora', 'ana@example.com'`],
  ],
}

const insertDocument = (id: number, fields: readonly FieldSeed[]): string => `
  insert into documents (id, owner_id, original_filename, description, notes, file_type_id, pages, status, revision,
    uploaded_at, edits_template) select ${id}, id, 'a.pdf', '', '', 1, 1, 'UPLOADED', 1, 1, ${id === 92 ? 1 : 0} from users;
  ${fields
    .map(
      ([field, signer, turn, also], index) => `
  insert into fields (id, document_id, position, client_id, field_type, signer_name, signer_email, x, y, width, height,
    page, label, created_at, turn${also === undefined ? '' : `, ${also}`}) values (${field}, ${id}, ${index + 1}, '${field}',
    ${signer}, 0, 0, 0, 0, 1, '', 1, ${turn ?? 'null'}${also === undefined ? '' : ', 5'});`,
    )
    .join('')}`

test.each(Object.keys(files) as (keyof typeof files)[])(
  'a document of version %s gets its participants',
  async (version) => {
    const place = await releasedPlace(version)
    for (const [id, fields] of Object.entries(documents)) await place.run(insertDocument(Number(id), fields))
    await place.start()
    const rows =
      await place.rows(`select fields.id, participants.id as participant, kind, name, email, participants.turn
    from fields join participants on participants.id = participant_id and participants.document_id = fields.document_id
    where fields.document_id < 100 order by fields.id`)
    expect(rows.map((row) => Object.values(row).map(String).join(' · '))).toEqual([
      '911 · 911 · firma · Ana Mora · ana@example.com · 2',
      '912 · 912 · firma · Luis Mora · ana@example.com · 1',
      '913 · 913 · firma · ana mora · ANA@example.com · 1',
      '914 · 914 · firma · Olga · olga@example.com · null',
      '915 · 915 · firma · Ida · ida@example.com · null',
      '921 · 921 · firma · Firmante 1 · r1@plantilla.invalid · 1',
      '922 · 922 · firma · Firmante 2 · r2@plantilla.invalid · 2',
      '923 · 921 · firma · Firmante 1 · r1@plantilla.invalid · 1',
      '931 · 931 · firma · Firmante ·  · null',
      '932 · 932 · firma · Firmante ·  · null',
      '933 · 933 · firma · Ana Mora · ana@example.com · null',
      '934 · 934 · firma · Ana Mora · ana@example.com · null',
    ])
    expect(await place.rows('select id from fields where participant_id is null or participant_id = 0')).toEqual([])
  },
)

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
