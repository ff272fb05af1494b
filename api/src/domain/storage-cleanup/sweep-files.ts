import { type Clock, DAY_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES, claimSlice, endSlice } from '../../platform/database/claim-slice.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { referredOf } from '../integrity/blob-references.ts'
import { askRemoval } from './removal-queue.ts'

/** By the first two digits of the hash. */
const FOLDERS = 256
/** Milliseconds in which every folder is listed once. */
const ROUND = DAY_MS
const BATCH = 200
const HASH = /^[\da-f]{64}$/

interface SweepOptions {
  readonly db: ApiDatabase
  readonly files: Pick<BlobStore, 'list'>
  readonly clock: Clock
  /** Milliseconds that unreferenced files stay. */
  readonly retention: number
}

const queueUnneeded = async ({ db, clock, retention }: SweepOptions, hashes: readonly string[]): Promise<void> => {
  if (hashes.length === 0) return
  const referred = await referredOf(db, hashes)
  const prefixes = await db.selectFrom('blob_prefixes').select('sha256').where('sha256', 'in', hashes).execute()
  const now = clock()
  await askRemoval(
    db,
    prefixes.map(({ sha256 }) => sha256),
    now,
  )
  const orphans = hashes.filter((sha256) => !referred.has(sha256))
  await askRemoval(db, orphans, now + retention)
}

/**
 * Queues files that no row needs for the end of the retention period, when they are judged again: a server with the
 * wrong database must not empty a store.
 */
export const sweepFolder = async (options: SweepOptions, folder: string): Promise<void> => {
  let batch: string[] = []
  for await (const name of options.files.list(folder)) {
    if (HASH.test(name)) batch.push(name)
    if (batch.length < BATCH) continue
    await queueUnneeded(options, batch)
    batch = []
  }
  await queueUnneeded(options, batch)
}

/** One folder a tick. The position is in the database, so a restart continues there. */
export const sweepSlice = async (options: SweepOptions): Promise<void> => {
  const { db, clock } = options
  const now = clock()
  const slice = await claimSlice(db, CLAIM_SLICES.sweep, now)
  if (slice === undefined) return
  const folder = slice.position === '' ? '00' : slice.position
  await sweepFolder(options, folder)
  const next = (Number.parseInt(folder, 16) + 1) % FOLDERS
  const position = next === 0 ? '' : next.toString(16).padStart(2, '0')
  await endSlice(db, CLAIM_SLICES.sweep, { position, due_at: now + ROUND / FOLDERS })
}
