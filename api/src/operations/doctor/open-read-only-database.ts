import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isMissingFile } from 'shared/server'
import { SECOND_MS } from '../../platform/clock.ts'
import { numberTypes } from '../../platform/database/postgres-dialect.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'

export type DatabaseRow = Readonly<Record<string, unknown>>

/** Read-only: no creation, migration or locks. */
export interface ReadOnlyDatabase {
  readonly kind: 'sqlite' | 'postgres'
  /** @param statement SQL for both databases, no parameters */
  rows(statement: string): Promise<DatabaseRow[]>
  close(): Promise<void>
}

const CONNECT_TIMEOUT = 5 * SECOND_MS

const openFile = async (path: string): Promise<ReadOnlyDatabase | null> => {
  const known = await stat(path).catch((error: unknown) => {
    if (isMissingFile(error)) return undefined
    throw error
  })
  if (known === undefined) return null
  const database = new DatabaseSync(path, { readOnly: true, timeout: CONNECT_TIMEOUT })
  return {
    kind: 'sqlite',
    rows: async (statement) => database.prepare(statement).all(),
    close: async () => database.close(),
  }
}

const openServer = async (url: string): Promise<ReadOnlyDatabase> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: 2 * CONNECT_TIMEOUT,
    types: numberTypes,
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set default_transaction_read_only = on')
  return {
    kind: 'postgres',
    rows: async (statement) => (await client.query<DatabaseRow>(statement)).rows,
    close: () => client.end(),
  }
}

/** null before the first start with SQLite. */
export const openReadOnlyDatabase = ({
  databaseUrl,
  dataDir,
}: Pick<ApiEnvironment, 'databaseUrl' | 'dataDir'>): Promise<ReadOnlyDatabase | null> =>
  databaseUrl === null ? openFile(join(dataDir, 'trazo.sqlite')) : openServer(databaseUrl)
