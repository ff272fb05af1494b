import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { type Clock, MINUTE } from '../../platform/clock.ts'
import { claimSlice, endSlice, SLICES } from '../../platform/database/claim-slice.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Log } from '../../platform/logging.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { compactDocument, dueCompactions } from './compact-document.ts'
import { sweepSlice } from './sweep-files.ts'

const INTERVAL = MINUTE
const BATCH = 20

interface Options {
  readonly db: Db
  readonly blobs: Pick<BlobStore, 'stream'>
  /** As stored. */
  readonly files: Pick<BlobStore, 'remove' | 'list'>
  readonly clock: Clock
  readonly retention: number
  readonly quiet: number
  readonly log: Pick<Log, 'error'>
}

/**
 * Compacts, removes what was queued, and sweeps. One process at a time does each.
 *
 * @param options `quiet`: milliseconds after a write in which bytes stay, because their row may follow
 */
export const createSpaceWorker = (options: Options): PollingLoop => {
  const { db, clock, quiet, log } = options
  const compactSlice = async (): Promise<number> => {
    const now = clock()
    // Earlier versions that still run cannot read prefixes.
    if ((await claimSlice(db, SLICES.compaction, now, quiet)) === undefined) return 0
    const due = await dueCompactions(db, now - quiet, BATCH)
    for (const newest of due) {
      if (loop.isStopping()) break
      await compactDocument(options, newest, { now, quiet })
    }
    await endSlice(db, SLICES.compaction, { due_at: now })
    return due.length
  }
  const tick = async (): Promise<number> => {
    await sweepSlice(options)
    return compactSlice()
  }
  const loop = createPollingLoop(tick, INTERVAL, (error) => log.error({ err: error }, 'space not given back'))
  return loop
}
