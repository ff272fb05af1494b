import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import type { BlobPrefix } from '../../platform/storage/prefixed-blobs.ts'
import type { DatabaseRow, ReadOnlyDatabase } from '../doctor/open-read-only-database.ts'
import { openForBackup } from './open-for-backup.ts'

type BlobLocation = Pick<ApiEnvironment, 'databaseUrl' | 'dataDir'>

const toPrefix = ({ within, size }: DatabaseRow): BlobPrefix => ({ within: String(within), size: Number(size) })

/** Older databases have no such table. */
const rowsIn = async (ledger: ReadOnlyDatabase, condition = ''): Promise<DatabaseRow[]> => {
  const known = await ledger.rows(`select name from kysely_migration where name >= '0030-blob-prefixes'`)
  return known.length === 0 ? [] : ledger.rows(`select * from blob_prefixes ${condition}`)
}

/** @throws BackupError */
export const prefixesIn = async (place: BlobLocation): Promise<Map<string, BlobPrefix>> => {
  const ledger = await openForBackup(place)
  if (ledger === null) return new Map()
  const rows = await rowsIn(ledger).finally(() => ledger.close())
  return new Map(rows.map((row) => [String(row.sha256), toPrefix(row)]))
}

export const openPrefixFinder = (place: BlobLocation) => {
  let opened: Promise<ReadOnlyDatabase | null> | undefined
  return {
    find: async (sha256: string): Promise<BlobPrefix | undefined> => {
      opened ??= openForBackup(place)
      const ledger = await opened
      const [row] = ledger === null ? [] : await rowsIn(ledger, `where sha256 = '${sha256}'`)
      return row && toPrefix(row)
    },
    close: async (): Promise<void> => (await opened)?.close(),
  }
}
