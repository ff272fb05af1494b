import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMissingFile } from 'shared/server'
import { BLOB_REFERENCES } from '../../domain/integrity/blob-references.ts'
import { migrationsFor } from '../../platform/database/migrations/index.ts'
import { MoveError } from './move-error.ts'

export type SourceValue = string | number | bigint | null | Uint8Array
export type SourceRow = Readonly<Record<string, SourceValue>>

export interface SourceTable {
  readonly name: string
  readonly key: readonly string[]
}

/** A copy, so the source stays unchanged. */
export interface MigrationSource {
  /** SHA-256, hex. */
  readonly fingerprint: string
  /** Referenced tables first. */
  readonly tables: readonly SourceTable[]
  count(table: string): number
  /** In rowid order, after `last`. */
  rowsAfter(table: string, last: number, limit: number): { readonly number: number; readonly row: SourceRow }[]
  blobs(): string[]
  /** @throws MoveError if the database changed */
  refuseChanged(): Promise<void>
  close(): Promise<void>
}

const FILES = ['trazo.sqlite', 'trazo.sqlite-wal'] as const
const LEFT: readonly string[] = ['data_moves', 'moved_rows', 'moved_blobs']
const ROW_NUMBER = '__row'

const sourceFingerprint = async (dataDir: string): Promise<string> => {
  const hash = createHash('sha256')
  for (const name of FILES) {
    const bytes = await readFile(join(dataDir, name)).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error
      if (name === 'trazo.sqlite') throw new MoveError(`No hay una instalación en ${dataDir}: falta ${name}.`)
      return Buffer.alloc(0)
    })
    hash.update(`${name} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

const copyDatabase = async (dataDir: string): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'trazo-traslado-'))
  for (const name of FILES)
    await copyFile(join(dataDir, name), join(copy, name)).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error
    })
  return copy
}

const columnText = (value: unknown): string => String(value)

const refuseOtherVersion = (database: DatabaseSync): void => {
  const done = database
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => columnText(name))
  const wanted = Object.keys(migrationsFor(done)).sort()
  if (done.join() !== wanted.join())
    throw new MoveError(
      'La base de datos es de otra versión. Inicia una vez esta versión con ella, detenla y repite el traslado.',
    )
}

const tableNames = (database: DatabaseSync): string[] =>
  database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'`,
    )
    .all()
    .map(({ name }) => columnText(name))
    .filter((name) => !LEFT.includes(name))

const columnsOfKey = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .all(table)
    .map(({ name }) => columnText(name))

const referredBy = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare('select "table" as name from pragma_foreign_key_list(?)')
    .all(table)
    .map(({ name }) => columnText(name))

const inOrder = (database: DatabaseSync): SourceTable[] => {
  const ordered: string[] = []
  const visit = (table: string): void => {
    if (ordered.includes(table)) return
    for (const other of referredBy(database, table)) if (other !== table) visit(other)
    ordered.push(table)
  }
  for (const table of tableNames(database).sort()) visit(table)
  return ordered.map((name) => ({ name, key: columnsOfKey(database, name) }))
}

export const openSource = async (dataDir: string): Promise<MigrationSource> => {
  const fingerprint = await sourceFingerprint(dataDir)
  const copy = await copyDatabase(dataDir)
  const refuseChanged = async (): Promise<void> => {
    if ((await sourceFingerprint(dataDir)) !== fingerprint)
      throw new MoveError('Los datos cambiaron durante el traslado. Detén el servidor y repítelo.')
  }
  const database = new DatabaseSync(join(copy, 'trazo.sqlite'), { readBigInts: false })
  const close = async (): Promise<void> => {
    database.close()
    await rm(copy, { recursive: true })
  }
  try {
    await refuseChanged()
    refuseOtherVersion(database)
  } catch (error) {
    await close()
    throw error
  }
  return {
    fingerprint,
    tables: inOrder(database),
    count: (table) => Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count),
    rowsAfter: (table, last, limit) =>
      database
        .prepare(`select rowid as ${ROW_NUMBER}, * from "${table}" where rowid > ? order by rowid limit ?`)
        .all(last, limit)
        .map(({ [ROW_NUMBER]: number, ...row }) => ({ number: Number(number), row })),
    blobs: () =>
      database
        .prepare(
          `select sha256 from (${BLOB_REFERENCES}) r where sha256 not in (select sha256 from blob_prefixes)
           union select within from blob_prefixes order by 1`,
        )
        .all()
        .map(({ sha256 }) => columnText(sha256)),
    refuseChanged,
    close,
  }
}
