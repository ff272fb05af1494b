import { sql } from 'kysely'
import type { HeldSlice } from '../../platform/database/claim-slice.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { verifyStream } from '../../platform/storage/verified-stream.ts'
import { referredOf } from '../integrity/blob-references.ts'
import { findPrefix, repointPrefixes } from './prefixes.ts'

/** Files of a tick. */
const BATCH = 200

const earlierThan = (due: number) =>
  sql<number>`case when blob_removals.asked_at < ${due} then blob_removals.asked_at else ${due} end`

/**
 * Queues bytes for removal; call it in the transaction that deletes
 * the references.
 * @param due when they may go
 */
export const askRemoval = async (transaction: ApiDatabase, hashes: Iterable<string>, due: number): Promise<void> => {
  for (const sha256 of new Set(hashes))
    await transaction
      .insertInto('blob_removals')
      .values({ sha256, asked_at: due })
      .onConflict((conflict) =>
        conflict
          .column('sha256')
          .doUpdateSet({ asked_at: earlierThan(due), copy_only: 0 })
          .where(({ eb, or }) => or([eb('blob_removals.asked_at', '>', due), eb('blob_removals.copy_only', '=', 1)])),
      )
      .execute()
}

/** `files` without the guard and prefixes of `blobs`. */
export interface RemovalServices {
  readonly db: ApiDatabase
  readonly files: Pick<BlobStore, 'put' | 'open' | 'remove'>
  /** Reads prefixes too. */
  readonly blobs: Pick<BlobStore, 'read'>
}

const isReferred = async (db: ApiDatabase, sha256: string): Promise<boolean> =>
  (await referredOf(db, [sha256])).size > 0

/**
 * Deletes the rows of prefixes that nothing needs.
 *
 * @returns the longest one that something needs
 */
const clearPrefixes = async (db: ApiDatabase, within: string): Promise<string | undefined> => {
  const rows = await db
    .selectFrom('blob_prefixes')
    .select('sha256')
    .where('within', '=', within)
    .orderBy('size', 'desc')
    .execute()
  const hashes = rows.map(({ sha256 }) => sha256)
  const needed = await referredOf(db, hashes)
  for (const sha256 of hashes)
    if (!needed.has(sha256)) await db.deleteFrom('blob_prefixes').where('sha256', '=', sha256).execute()
  return hashes.find((sha256) => needed.has(sha256))
}

/** The longest needed prefix becomes the file of the others. */
const detachPrefixes = async ({ db, files, blobs }: RemovalServices, within: string): Promise<void> => {
  const longestOf = (transaction: ApiDatabase) => clearPrefixes(transaction, within)
  const longest = await db.transaction().execute(longestOf)
  if (longest === undefined) return
  await files.put(await blobs.read(longest))
  await db.transaction().execute(async (transaction) => {
    if ((await longestOf(transaction)) !== longest) return
    await transaction.deleteFrom('blob_prefixes').where('sha256', '=', longest).execute()
    await repointPrefixes(transaction, within, longest)
  })
}

const hasPrefixes = async (db: ApiDatabase, within: string): Promise<boolean> =>
  (await db.selectFrom('blob_prefixes').select('sha256').where('within', '=', within).executeTakeFirst()) !== undefined

/**
 * `needed`: the file must stay. `wait`: other blobs are prefixes of it. `remove`: also if the blob is needed, but is a
 * prefix of another file.
 */
type Verdict = 'needed' | 'wait' | 'remove'

/** Judges again inside of a transaction: a row that needs the bytes may have come since they were queued. */
const judge = async (db: ApiDatabase, sha256: string): Promise<Verdict> => {
  if (await isReferred(db, sha256)) return (await findPrefix(db, sha256)) === undefined ? 'needed' : 'remove'
  if (await hasPrefixes(db, sha256)) return 'wait'
  await db.deleteFrom('blob_prefixes').where('sha256', '=', sha256).execute()
  return 'remove'
}

/** Verifies the bytes that stay. @throws BlobFaultError */
const prepareRemoval = async (services: RemovalServices, sha256: string): Promise<void> => {
  const { db, files } = services
  if (!(await isReferred(db, sha256))) return detachPrefixes(services, sha256)
  const prefix = await findPrefix(db, sha256)
  if (prefix === undefined) return
  await verifyStream(await files.open(prefix.within, { start: 0, end: prefix.size - 1 }), sha256)
}

const hasReplica = async (db: ApiDatabase): Promise<boolean> =>
  (await db.selectFrom('blob_replicas').select('id').executeTakeFirst()) !== undefined

/**
 * A file that went leaves its copy to the worker of the replica: an unavailable disk must not delay erasure.
 * @returns changed entries
 */
export const endRemoval = async (db: ApiDatabase, sha256: string, hasGone: boolean): Promise<number> => {
  const entry =
    hasGone && (await hasReplica(db))
      ? db.updateTable('blob_removals').set({ copy_only: 1 }).where('sha256', '=', sha256).where('copy_only', '=', 0)
      : db.deleteFrom('blob_removals').where('sha256', '=', sha256)
  const [done] = await entry.execute()
  if (done === undefined) return 0
  return Number('numUpdatedRows' in done ? done.numUpdatedRows : done.numDeletedRows)
}

/** Reads and copies bytes before the transaction, which no large file must lengthen. */
const removeOne = async (services: RemovalServices, sha256: string, quiet: number): Promise<number> => {
  const { db, files } = services
  await prepareRemoval(services, sha256)
  const verdict = await db.transaction().execute((transaction) => judge(transaction, sha256))
  const hasGone = verdict === 'remove' && (await files.remove(sha256, quiet))
  if (verdict !== 'needed' && !hasGone) return 0
  const done = await endRemoval(db, sha256, hasGone)
  return hasGone ? done : 0
}

/** A file that cannot go now must not keep the others waiting. */
const postpone = async (db: ApiDatabase, sha256: string, due: number): Promise<void> => {
  await db.updateTable('blob_removals').set({ asked_at: due }).where('sha256', '=', sha256).execute()
}

interface RemovalRun extends Pick<HeldSlice, 'keep'> {
  readonly now: number
  /** Minimum milliseconds since the last write. */
  readonly quiet: number
}

/**
 * Removes queued files that nothing needs; failures stay queued.
 * @returns the number removed
 */
export const removeBytes = async (services: RemovalServices, { now, quiet, keep }: RemovalRun): Promise<number> => {
  const queued = await services.db
    .selectFrom('blob_removals')
    .select('sha256')
    .where('asked_at', '<=', now)
    .where('copy_only', '=', 0)
    .orderBy('asked_at')
    .limit(BATCH)
    .execute()
  let removed = 0
  for (const { sha256 } of queued) {
    if (!(await keep())) break
    const count = await removeOne(services, sha256, quiet).catch((error: unknown) => {
      if (error instanceof BlobFaultError) return 0
      throw error
    })
    if (count === 0) await postpone(services.db, sha256, now + quiet)
    removed += count
  }
  return removed
}

/** Removes the copies of files that have gone, after the same judgement. */
export const removeCopies = async (db: ApiDatabase, remove: (sha256: string) => Promise<void>): Promise<void> => {
  const queued = await db
    .selectFrom('blob_removals')
    .select('sha256')
    .where('copy_only', '=', 1)
    .orderBy('asked_at')
    .limit(BATCH)
    .execute()
  for (const { sha256 } of queued) {
    const verdict = await db.transaction().execute((transaction) => judge(transaction, sha256))
    const entry = { sha256, copy_only: 1 } as const
    if (verdict === 'wait') {
      await db.updateTable('blob_removals').set({ copy_only: 0 }).where('sha256', '=', sha256).execute()
      continue
    }
    if (verdict === 'remove') await remove(sha256)
    await db
      .deleteFrom('blob_removals')
      .where(({ and }) => and(entry))
      .execute()
  }
}
