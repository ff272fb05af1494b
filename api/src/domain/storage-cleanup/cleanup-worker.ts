import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES, claimSlice, endSlice } from '../../platform/database/claim-slice.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { compactDocument, dueCompactions } from './compact-document.ts'
import { sweepSlice } from './sweep-files.ts'

const INTERVAL = MINUTE_MS
const BATCH = 20

interface CleanupWorkerOptions {
  readonly db: ApiDatabase
  readonly blobs: Pick<BlobStore, 'stream'>
  /** As stored. */
  readonly files: Pick<BlobStore, 'remove' | 'list'>
  readonly clock: Clock
  readonly retention: number
  readonly quiet: number
  readonly log: Pick<ServiceLog, 'error'>
}

/**
 * Compacts, removes what was queued, and sweeps. One process at a time does each.
 *
 * @param options `quiet`: milliseconds after a write in which bytes stay, because their row may follow
 */
export const createCleanupWorker = (options: CleanupWorkerOptions): PollingLoop => {
  const { db, clock, quiet, log } = options
  const compactSlice = async (): Promise<number> => {
    const now = clock()
    // Earlier versions that still run cannot read prefixes.
    if ((await claimSlice(db, CLAIM_SLICES.compaction, now, quiet)) === undefined) return 0
    const due = await dueCompactions(db, now - quiet, BATCH)
    for (const newest of due) {
      if (loop.isStopping()) break
      await compactDocument(options, newest, { now, quiet })
    }
    await endSlice(db, CLAIM_SLICES.compaction, { due_at: now })
    return due.length
  }
  const tick = async (): Promise<number> => {
    await sweepSlice(options)
    return compactSlice()
  }
  const loop = createPollingLoop(tick, INTERVAL, (error) => log.error({ err: error }, 'space not given back'))
  return loop
}
