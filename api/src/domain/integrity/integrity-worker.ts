import { createRecentMap } from 'shared/server'
import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { type Clock, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { isUnreadableFile } from '../../platform/storage/disk-failure.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { createFindings } from './findings.ts'
import { guardBlobs, readHealed } from './guard-blobs.ts'
import { scrubSlice } from './scrub.ts'

const INTERVAL = 10 * SECOND_MS
/** Read in ranges, and not verified again within this time. */
const VERIFIED_FOR = HOUR_MS
/** Hashes that wait to be verified after a range read; more are left to the scrub. */
const READ_MAX = 10_000

interface IntegrityWorkerOptions {
  readonly db: ApiDatabase
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly adminLog: AdminLog
  readonly log: Pick<ServiceLog, 'error'>
  /** Bytes per second; null: no scrub. */
  readonly rate: number | null
  /** Of the second disk; `heal` decides whether to read again, `checkCopy` gives the bytes read. */
  readonly copies?: {
    readonly heal: (sha256: string) => Promise<boolean>
    readonly checkCopy: (sha256: string) => Promise<number>
  } | null
}

export interface IntegrityWorker extends PollingLoop {
  readonly blobs: BlobStore
}

/** @throws if the storage itself is unavailable */
const faultOf = async (error: unknown, blobs: Pick<BlobStore, 'probe'>) => {
  if (error instanceof BlobFaultError) return error.fault
  if (!isUnreadableFile(error)) throw error
  await blobs.probe()
  return 'damaged'
}

/** Remembers what was read in ranges, until it is verified. */
const createRangeReads = (clock: Clock) => {
  const verified = createRecentMap<number>(READ_MAX)
  const waiting = new Set<string>()
  return {
    add: (sha256: string): void => {
      const isRecent = clock() - (verified.get(sha256) ?? -VERIFIED_FOR) < VERIFIED_FOR
      if (!isRecent && waiting.size < READ_MAX) waiting.add(sha256)
    },
    all: (): string[] => [...waiting],
    verified: (sha256: string): void => {
      waiting.delete(sha256)
      verified.set(sha256, clock())
    },
  }
}

/** Verifies what was read in ranges, what has a fault, and in turn everything. */
export const createIntegrity = (options: IntegrityWorkerOptions): IntegrityWorker => {
  const { db, blobs, clock, adminLog, log, rate } = options
  const { heal, checkCopy } = options.copies ?? {}
  const findings = createFindings({ db, clock, adminLog, log })
  const reads = createRangeReads(clock)
  const check = async (sha256: string): Promise<number> => {
    try {
      const bytes = await readHealed(heal, sha256, () => blobs.verify(sha256))
      await findings.close(sha256)
      return bytes
    } catch (error) {
      await findings.record(sha256, await faultOf(error, blobs))
      return 0
    }
  }
  const tick = async (): Promise<number> => {
    await findings.settled()
    await findings.refresh()
    for (const sha256 of [...(await findings.takeDue()), ...reads.all()]) {
      if (loop.isStopping()) return 0
      await check(sha256)
      reads.verified(sha256)
    }
    const checkBoth = async (sha256: string) => (await check(sha256)) + ((await checkCopy?.(sha256)) ?? 0)
    await scrubSlice({ db, clock, rate, check: checkBoth, isStopping: loop.isStopping })
    return 0
  }
  const loop = createPollingLoop(tick, INTERVAL, (error) => log.error({ err: error }, 'stored files not verified'))
  return {
    ...loop,
    blobs: guardBlobs(blobs, { heal, findings, onRangeRead: reads.add }),
    stop: async () => {
      await loop.stop()
      await findings.settled()
    },
  }
}
