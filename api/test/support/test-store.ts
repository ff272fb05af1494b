import { randomUUID } from 'node:crypto'
import { copyFile, cp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { type ApiDatabase, openDatabase } from '../../src/platform/database/open-database.ts'
import { openPostgres } from '../../src/platform/database/open-postgres.ts'

export interface TestStore {
  readonly variables: Readonly<Record<string, string>>
  stored(): Promise<string[]>
  openDb(): Promise<ApiDatabase>
  drop(): Promise<void>
}

const DATABASE_FILE = 'trazo.sqlite'

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

const free: string[] = []
/** A database with other tables is not reused. */
let tables = ''

export const createDatabase = (name: string, template = 'template1'): Promise<unknown> =>
  onServer((client) => client.query(`create database ${name} template ${template}`))

export const openNamed = (database: string): Promise<ApiDatabase> => openPostgres(addressOf(database), () => undefined)

/** See `prepare-run.ts`. */
const template = process.env.TRAZO_TEST_TEMPLATE

/** Reusing a database is faster than creating one. */
const takeDatabase = async (): Promise<string> => {
  const used = free.pop()
  if (used !== undefined && (await emptyDatabase(addressOf(used))) === tables) return used
  const name = newName()
  await createDatabase(name, template)
  if (template === undefined) await (await openNamed(name)).destroy()
  tables = await emptyDatabase(addressOf(name))
  return name
}

const newName = (): string => `trazo_${randomUUID().replaceAll('-', '')}`

const namesOf = async (client: pg.Client, select: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`${select} order by name`)
  return rows.map(({ name }) => name)
}

/**
 * New rows come after each other, as in a new database.
 * @returns its tables, and the triggers that a test left disabled
 */
const emptyDatabase = (address: string): Promise<string> =>
  connected(address, async (client) => {
    const tables = await namesOf(
      client,
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename not like 'kysely%'`,
    )
    const disabled = await namesOf(client, `select quote_ident(tgname) as name from pg_trigger where tgenabled = 'D'`)
    const used = await namesOf(
      client,
      tables.map((name) => `(select '${name}' as name where exists (select from ${name}))`).join(' union all '),
    )
    // Bypasses the triggers that protect the log.
    if (used.length > 0)
      await client.query(`set session_replication_role = replica; truncate ${used.join(', ')} cascade`)
    return [...tables, ...disabled].join()
  })

const listObjects = async (prefix: string): Promise<string[]> => {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: Bucket, ...keys } = s3Variables(prefix)
  const credentials = { accessKeyId: keys.S3_ACCESS_KEY_ID, secretAccessKey: keys.S3_SECRET_ACCESS_KEY }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }))
  client.destroy()
  return Contents.map(({ Key = '' }) => basename(Key))
}

export const openSharedStore = async (): Promise<TestStore> => {
  const database = await takeDatabase()
  const prefix = `${newName()}/`
  return {
    variables: { DATABASE_URL: addressOf(database), ...s3Variables(prefix) },
    stored: () => listObjects(prefix),
    openDb: () => openNamed(database),
    drop: async () => void free.push(database),
  }
}

export const onPostgres = process.env.TRAZO_TEST_STORE === 'postgres'

export const openTestStore = async (dataDir: string): Promise<TestStore> =>
  onPostgres ? openSharedStore() : ownFolder(dataDir)

/** Copies the template. */
export const openMigratedStore = async (dataDir: string): Promise<TestStore> => {
  if (template && !onPostgres) await copyFile(join(template, DATABASE_FILE), join(dataDir, DATABASE_FILE))
  return openTestStore(dataDir)
}

/** All have the same keys. */
export const openInstalledStore = async (dataDir: string): Promise<TestStore> => {
  if (!template || onPostgres) return openTestStore(dataDir)
  const installed = join(template, 'installed')
  await copyFile(join(installed, DATABASE_FILE), join(dataDir, DATABASE_FILE))
  await cp(join(installed, 'keys'), join(dataDir, 'keys'), { recursive: true })
  return openTestStore(dataDir)
}
