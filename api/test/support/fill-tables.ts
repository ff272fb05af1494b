import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import * as v from 'valibot'

const Column = v.object({ name: v.string(), type: v.string() })
const Reference = v.object({ table: v.string(), from: v.string(), to: v.nullable(v.string()) })

const rowsOf = <Row>(db: DatabaseSync, schema: v.GenericSchema<unknown, Row>, sql: string, table: string): Row[] =>
  db
    .prepare(sql)
    .all(table)
    .map((row) => v.parse(schema, row))

const plainValue = ({ name, type }: v.InferOutput<typeof Column>, sha256: string): SQLInputValue => {
  if (name.endsWith('sha256')) return sha256
  if (/int|real|double/i.test(type)) return 1
  return /blob|bytea/i.test(type) ? Buffer.from([0, 255]) : `ñ ${name}`
}

/** @returns undefined if a row that it refers to is missing */
const rowOf = (db: DatabaseSync, table: string, sha256: string): Map<string, SQLInputValue> | undefined => {
  const row = new Map<string, SQLInputValue>()
  for (const column of rowsOf(db, Column, 'select name, type from pragma_table_info(?)', table))
    row.set(column.name, plainValue(column, sha256))
  const references = 'select "table", "from", "to" from pragma_foreign_key_list(?)'
  for (const { table: other, from, to } of rowsOf(db, Reference, references, table)) {
    const [found] = Object.values(db.prepare(`select "${to ?? 'id'}" from "${other}" limit 1`).get() ?? {})
    if (found === undefined && other !== table) return undefined
    row.set(from, found ?? 1)
  }
  return row
}

export const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'kysely%'
      and name not in ('data_moves', 'moved_rows', 'moved_blobs') order by name`)
    .all()
    .map(({ name }) => String(name))

/**
 * Puts a row with a value in each column into each empty table of the schema as it is today.
 * @param sha256 of a stored file
 */
export const fillTables = (path: string, sha256: string): void => {
  const db = new DatabaseSync(path)
  const isEmpty = (table: string): boolean => db.prepare(`select 1 from "${table}" limit 1`).get() === undefined
  for (let empty = tablesOf(db).filter(isEmpty); empty.length > 0; ) {
    for (const table of empty) {
      const row = rowOf(db, table, sha256)
      if (row === undefined) continue
      const names = [...row.keys()].map((name) => `"${name}"`)
      db.prepare(`insert into "${table}" (${names}) values (${names.map(() => '?')})`).run(...row.values())
    }
    const left = empty.filter(isEmpty)
    if (left.length === empty.length) throw new Error(`tables without a row: ${left}`)
    empty = left
  }
  db.close()
}
