import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'

/** Bytes looked at in one go. */
const BATCH = 200

/** Queues stored bytes for removal, in the transaction that takes away what referred to them. */
export const askRemoval = async (transaction: Db, hashes: Iterable<string>, now: number): Promise<void> => {
  for (const sha256 of new Set(hashes))
    await transaction
      .insertInto('blob_removals')
      .values({ sha256, asked_at: now })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
}

/** Bytes are stored by content: another document may have the same. */
const isReferred = async (db: Db, sha256: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from revisions where sha256 = ${sha256}
    union all select 1 from completion_certificates where sha256 = ${sha256}
    union all select 1 from outbox where attachment_sha256 = ${sha256} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Removes queued bytes to which nothing refers any more. What fails stays queued.
 * @param quiet bytes that came in again within so many milliseconds wait for a later run
 * @returns how many were removed
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
    // Of two processes at it, one counts it.
    if (isGone) removed += Number(done.numDeletedRows)
  }
  return removed
}
