import { randomUUID } from 'node:crypto'
import { copyFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { type Db, openDatabase } from '../../src/database/open-database.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'

/** Where a test's server keeps its data, as variables of its environment. */
export interface TestStore {
  readonly variables: Readonly<Record<string, string>>
  /** Hashes of everything that is stored. */
  stored(): Promise<string[]>
  /** A connection of the test's own to the database, to be destroyed by whoever opens it. */
  openDb(): Promise<Db>
  drop(): Promise<void>
}

const DATABASE_FILE = 'trazo.sqlite'

/** A file and a folder in the server's own data directory. */
const ownFolder = (dataDir: string): TestStore => ({
  variables: {},
  stored: async () => {
    const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  },
  openDb: () => openDatabase(join(dataDir, DATABASE_FILE)),
  drop: async () => undefined,
})

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: run these tests by pnpm test:postgres`)
  return value
}

const connected = async <Result>(address: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return work(client).finally(() => client.end())
}

const onServer = (work: (client: pg.Client) => Promise<unknown>): Promise<unknown> =>
  connected(needed('TRAZO_TEST_DATABASE_URL'), work)

const addressOf = (database: string): string => {
  const url = new URL(needed('TRAZO_TEST_DATABASE_URL'))
  url.pathname = `/${database}`
  return url.href
}

const s3Variables = (prefix: string) => ({
  S3_ENDPOINT: needed('TRAZO_TEST_S3_ENDPOINT'),
  S3_BUCKET: needed('TRAZO_TEST_S3_BUCKET'),
  S3_REGION: process.env.TRAZO_TEST_S3_REGION ?? 'us-east-1',
  S3_ACCESS_KEY_ID: needed('TRAZO_TEST_S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: needed('TRAZO_TEST_S3_SECRET_ACCESS_KEY'),
  S3_PREFIX: prefix,
})

/** Databases that this process made and that nobody uses any more. */
const free: string[] = []
/** The tables that each has: a test that takes one away to see what happens takes the database along. */
let tables = ''

/** A migrated database without a row. Making one takes longer than emptying one. */
const takeDatabase = async (): Promise<string> => {
  const used = free.pop()
  if (used !== undefined && (await emptyDatabase(addressOf(used))) === tables) return used
  const name = newName()
  await onServer((client) => client.query(`create database ${name}`))
  const db = await openPostgres(addressOf(name), () => undefined)
  await db.destroy()
  tables = await emptyDatabase(addressOf(name))
  return name
}

const newName = (): string => `trazo_${randomUUID().replaceAll('-', '')}`

/** @returns the names of its tables */
const emptyDatabase = (address: string): Promise<string> =>
  connected(address, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename not like 'kysely%'`,
    )
    const names = rows
      .map(({ name }) => name)
      .sort()
      .join(', ')
    // The log may not be emptied; here its guards are asleep.
    await client.query(`set session_replication_role = replica; truncate ${names}`)
    return names
  })

const listObjects = async (prefix: string): Promise<string[]> => {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: Bucket, ...keys } = s3Variables(prefix)
  const credentials = { accessKeyId: keys.S3_ACCESS_KEY_ID, secretAccessKey: keys.S3_SECRET_ACCESS_KEY }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }))
  client.destroy()
  return Contents.map(({ Key = '' }) => basename(Key))
}

/** A migrated, empty database and a part of a bucket that nobody else uses meanwhile. */
export const openSharedStore = async (): Promise<TestStore> => {
  const database = await takeDatabase()
  const prefix = `${newName()}/`
  return {
    variables: { DATABASE_URL: addressOf(database), ...s3Variables(prefix) },
    stored: () => listObjects(prefix),
    openDb: () => openPostgres(addressOf(database), () => undefined),
    drop: async () => void free.push(database),
  }
}

/** Whether this run's servers keep their data in PostgreSQL and S3 (`TRAZO_TEST_STORE=postgres`). */
export const onPostgres = process.env.TRAZO_TEST_STORE === 'postgres'

/** What the servers of this run keep their data in. */
export const openTestStore = async (dataDir: string): Promise<TestStore> =>
  onPostgres ? openSharedStore() : ownFolder(dataDir)

/** The same with a migrated database: copying one (`prepare-run.ts`) takes less time than migrating one. */
export const openMigratedStore = async (dataDir: string): Promise<TestStore> => {
  const template = process.env.TRAZO_TEST_DATABASE_TEMPLATE
  if (template && !onPostgres) await copyFile(template, join(dataDir, DATABASE_FILE))
  return openTestStore(dataDir)
}
