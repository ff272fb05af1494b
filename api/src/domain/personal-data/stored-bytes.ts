import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { BLOB_REFERENCES } from '../integrity/blob-references.ts'

const BATCH = 200

/**
 * Queues bytes for removal; call it in the transaction that deletes
 * the references.
 */
export const askRemoval = async (transaction: Db, hashes: Iterable<string>, now: number): Promise<void> => {
  for (const sha256 of new Set(hashes))
    await transaction
      .insertInto('blob_removals')
      .values({ sha256, asked_at: now })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
}

/** Documents with equal content share bytes. */
const isReferred = async (db: Db, sha256: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from (${sql.raw(BLOB_REFERENCES)}) r where sha256 = ${sha256} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Removes queued, unreferenced bytes; failures stay queued.
 * @param quiet minimum milliseconds since the last write
 * @returns the number removed
 */
export const removeBytes = async (
  { db, blobs }: { readonly db: Db; readonly blobs: Pick<BlobStore, 'remove'> },
  quiet: number,
): Promise<number> => {
  const queued = await db.selectFrom('blob_removals').select('sha256').orderBy('asked_at').limit(BATCH).execute()
  let removed = 0
  for (const { sha256 } of queued) {
    const isNeeded = await isReferred(db, sha256)
    const isGone = !isNeeded && (await blobs.remove(sha256, quiet))
    if (!isNeeded && !isGone) continue
    const done = await db.deleteFrom('blob_removals').where('sha256', '=', sha256).executeTakeFirst()
    // Only one of two processes counts it.
    if (isGone) removed += Number(done.numDeletedRows)
  }
  return removed
}
