import { sql } from 'kysely'
import type { TestServer } from '../support/test-server.ts'

/** When a credential was last used may change; limits count refusals, too. */
const IGNORED_COLUMNS: readonly string[] = ['last_used_at']
const IGNORED_TABLES: readonly string[] = ['attempt_counts']

const textOf = (row: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(row).filter(([column]) => !IGNORED_COLUMNS.includes(column)))

/** Every row of every table, so a refused call that wrote anything is found. */
export const snapshotOf = async ({ services }: TestServer): Promise<ReadonlySet<string>> => {
  const tables = await services.db.introspection.getTables()
  const found = new Set<string>()
  for (const { name } of tables.filter((table) => !IGNORED_TABLES.includes(table.name))) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(services.db)
    for (const row of rows) found.add(`${name} ${textOf(row)}`)
  }
  return found
}

export const changesSince = async (before: ReadonlySet<string>, server: TestServer): Promise<string[]> => {
  const after = await snapshotOf(server)
  const removed = [...before].filter((row) => !after.has(row)).map((row) => `- ${row}`)
  return [...removed, ...[...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`)]
}
