import type { Environment } from '../../platform/environment/environment.ts'
import type { Prefix } from '../../platform/storage/prefixed-blobs.ts'
import type { Ledger, Row } from '../doctor/open-ledger.ts'
import { openForBackup } from './open-for-backup.ts'

type Place = Pick<Environment, 'databaseUrl' | 'dataDir'>

const toPrefix = ({ within, size }: Row): Prefix => ({ within: String(within), size: Number(size) })

/** Older databases have no such table. */
const rowsIn = async (ledger: Ledger, condition = ''): Promise<Row[]> => {
  const known = await ledger.rows(`select name from kysely_migration where name >= '0030-blob-prefixes'`)
  return known.length === 0 ? [] : ledger.rows(`select * from blob_prefixes ${condition}`)
}

/** @throws BackupError */
export const prefixesIn = async (place: Place): Promise<Map<string, Prefix>> => {
  const ledger = await openForBackup(place)
  if (ledger === null) return new Map()
  const rows = await rowsIn(ledger).finally(() => ledger.close())
  return new Map(rows.map((row) => [String(row.sha256), toPrefix(row)]))
}

export const openPrefixFinder = (place: Place) => {
  let opened: Promise<Ledger | null> | undefined
  return {
    find: async (sha256: string): Promise<Prefix | undefined> => {
      opened ??= openForBackup(place)
      const ledger = await opened
      const [row] = ledger === null ? [] : await rowsIn(ledger, `where sha256 = '${sha256}'`)
      return row && toPrefix(row)
    },
    close: async (): Promise<void> => (await opened)?.close(),
  }
}
