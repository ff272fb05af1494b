import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { BLOB_REFERENCES } from '../integrity/blob-references.ts'

/**
 * SQL of both databases: hashes with a file that a row needs. What waits for its removal is neither copied nor healed,
 * so a copy never brings erased bytes back.
 */
export const COPYABLE_FILES = `
  select distinct r.sha256 from (${BLOB_REFERENCES}) r
  where not exists (select 1 from blob_prefixes p where p.sha256 = r.sha256)
  and not exists (select 1 from blob_removals b where b.sha256 = r.sha256)`

export const copyableAmong = async (db: ApiDatabase, hashes: readonly string[]): Promise<Set<string>> => {
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ sha256: string }>`
    ${sql.raw(COPYABLE_FILES)} and r.sha256 in (${sql.join(hashes)})`.execute(db)
  return new Set(rows.map(({ sha256 }) => sha256))
}
