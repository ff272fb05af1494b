import type pg from 'pg'
import { withoutNul } from '../../platform/database/postgres-dialect.ts'
import { MoveError } from './move-error.ts'
import type { MigrationSource, SourceRow, SourceTable, SourceValue } from './source.ts'

export interface MoveProgress {
  /** One line in Spanish. */
  readonly say: (line: string) => void
}

const BATCH = 200

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const lastMoved = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ last_row: number }>('select last_row from moved_rows where table_name = $1', [
    table,
  ])
  return rows[0]?.last_row ?? 0
}

const insertRow = async (client: pg.Client, table: string, row: SourceRow): Promise<void> => {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const statement = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${places.join(', ')})`
  await client.query(statement, Object.values(row).map(withoutNul))
}

/** Rows and progress share a transaction, so no batch repeats. */
const insertBatch = async (
  client: pg.Client,
  table: string,
  batch: ReturnType<MigrationSource['rowsAfter']>,
): Promise<void> => {
  await client.query('begin')
  try {
    for (const { row } of batch) await insertRow(client, table, row)
    await client.query(
      `insert into moved_rows (table_name, last_row) values ($1, $2)
       on conflict (table_name) do update set last_row = excluded.last_row`,
      [table, batch.at(-1)?.number ?? 0],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

export const moveRows = async (client: pg.Client, source: MigrationSource, { say }: MoveProgress): Promise<void> => {
  for (const { name } of source.tables) {
    const total = source.count(name)
    let last = await lastMoved(client, name)
    let moved = 0
    for (;;) {
      const batch = source.rowsAfter(name, last, BATCH)
      if (batch.length === 0) break
      await insertBatch(client, name, batch)
      last = batch.at(-1)?.number ?? last
      moved += batch.length
      say(`Tabla ${name}: ${moved} filas de ${total}`)
    }
  }
}

const countIn = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(table)}`)
  return Number(rows[0]?.count)
}

const keyText = (row: SourceRow, key: readonly string[]): string => JSON.stringify(key.map((column) => row[column]))

/** `a`: the source. */
const sameValue = (a: SourceValue | undefined, b: SourceValue | undefined): boolean => withoutNul(a) === b

const sameRow = (a: SourceRow, b: SourceRow | undefined): boolean =>
  b !== undefined &&
  Object.keys(b).length === Object.keys(a).length &&
  Object.keys(a).every((c) => sameValue(a[c], b[c]))

const rowsLike = async (
  client: pg.Client,
  table: SourceTable,
  rows: readonly SourceRow[],
): Promise<Map<string, SourceRow>> => {
  const values = rows.flatMap((row) => table.key.map((column) => row[column]))
  const width = table.key.length
  const tuples = rows.map((_, row) => `(${table.key.map((_key, column) => `$${row * width + column + 1}`).join(', ')})`)
  const columns = table.key.map(quoted).join(', ')
  const statement = `select * from ${quoted(table.name)} where (${columns}) in (${tuples.join(', ')})`
  const found = await client.query<Record<string, SourceValue>>(statement, values)
  return new Map(found.rows.map((row) => [keyText(row, table.key), row]))
}

/** @throws MoveError naming the first different row */
const verifyTable = async (client: pg.Client, source: MigrationSource, table: SourceTable): Promise<void> => {
  let last = 0
  for (;;) {
    const batch = source.rowsAfter(table.name, last, BATCH)
    if (batch.length === 0) return
    const there = await rowsLike(
      client,
      table,
      batch.map(({ row }) => row),
    )
    const different = batch.find(({ row }) => !sameRow(row, there.get(keyText(row, table.key))))
    if (different !== undefined)
      throw new MoveError(`Una fila de ${table.name} no es igual a su original: ${keyText(different.row, table.key)}.`)
    last = batch.at(-1)?.number ?? last
  }
}

/** @throws MoveError naming the first different table */
export const verifyRows = async (client: pg.Client, source: MigrationSource, { say }: MoveProgress): Promise<void> => {
  for (const table of source.tables) {
    const total = source.count(table.name)
    if ((await countIn(client, table.name)) !== total)
      throw new MoveError(`La tabla ${table.name} no tiene las ${total} filas de su original.`)
    await verifyTable(client, source, table)
    say(`Tabla ${table.name}: ${total} filas comprobadas`)
  }
}
