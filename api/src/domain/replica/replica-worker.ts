import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES, claimSlice, endSlice } from '../../platform/database/claim-slice.ts'
import type { BlobScrubTable } from '../../platform/database/tables/integrity.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { createReportOnce } from '../../platform/monitoring/report-once.ts'
import { watchService } from '../../platform/monitoring/watch-service.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import {
  openReplicaFolder,
  type ReplicaFolder,
  ReplicaUnavailableError,
} from '../../platform/storage/replica-folder.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { nextBlobs } from '../integrity/blob-references.ts'
import { removeCopies } from '../storage-cleanup/removal-queue.ts'
import { type CopyServices, copyFiles } from './copy-files.ts'
import { type FindReplicaOptions, findReplica } from './find-replica.ts'
import { createHealing } from './heal-file.ts'
import { createWaitingCopies, type WaitingCopies } from './waiting-copies.ts'

const INTERVAL = 15 * SECOND_MS
/** Files of a tick: those stored since, and those of the round. */
const SLICE = 500
/** Bytes copied by a tick, or one file more: 1 TB in two days. */
const BUDGET = 100_000_000
/** Milliseconds between the starts of two rounds, which look whether each file has a copy. */
const ROUND = HOUR_MS

interface ReplicaOptions extends FindReplicaOptions {
  /** As stored. */
  readonly files: BlobStore
  readonly log: Pick<ServiceLog, 'error'>
}

export interface Replica extends PollingLoop {
  isAway(): boolean
  /** Remembers what it stores, and lists copies too. */
  watch(files: BlobStore): BlobStore
  /** Puts the copy of damaged or missing bytes in place. @returns whether to read again */
  heal(sha256: string): Promise<boolean>
  /** Verifies a copy, and replaces a damaged one. @returns bytes read */
  checkCopy(sha256: string): Promise<number>
}

type Round = Partial<Pick<BlobScrubTable, 'position' | 'complete_since'>>

interface Copying extends CopyServices {
  readonly waiting: WaitingCopies
}

const filesLacking = async (folder: ReplicaFolder, hashes: readonly string[]): Promise<string[]> => {
  const without: string[] = []
  for (const sha256 of hashes) if (!(await folder.has(sha256))) without.push(sha256)
  return without
}

/** @returns bytes */
const copyWaiting = async (copying: Copying, folder: ReplicaFolder): Promise<number> => {
  const { waiting } = copying
  const stored = waiting.first(SLICE)
  if (stored.length === 0) return 0
  const without = await filesLacking(folder, stored)
  const { handled, wanted, bytes } = await copyFiles(copying, folder, without, BUDGET)
  const left = new Set(without.slice(handled))
  for (const sha256 of stored)
    if (!left.has(sha256)) waiting.done(sha256, wanted.has(sha256) || !without.includes(sha256))
  return bytes
}

/** Files without a copy: those of an earlier installation, of a killed process, of a time without the disk. */
const continueRound = async (
  copying: Copying,
  folder: ReplicaFolder,
  { position, began_at }: BlobScrubTable,
  budget: number,
): Promise<Round> => {
  const hashes = await nextBlobs(copying.db, position, SLICE)
  const without = await filesLacking(folder, hashes)
  const { handled } = await copyFiles(copying, folder, without, budget)
  if (handled < without.length) return { position: without[handled - 1] ?? position }
  return hashes.length < SLICE ? { position: '', complete_since: began_at } : { position: hashes.at(-1) ?? position }
}

/** Finds the folder again at each tick, and begins a round whenever it is back. */
const createUpkeep = (options: ReplicaOptions, copying: Copying) => {
  const { db, clock, directory } = options
  let folder: ReplicaFolder | undefined
  let isFresh = true
  const find = async (): Promise<ReplicaFolder> => {
    const found = await findReplica(options)
    if (found.id !== folder?.id) {
      await found.clean()
      isFresh = true
    }
    folder = found
    return found
  }
  const isDue = ({ position, complete_since }: BlobScrubTable): boolean =>
    position !== '' || isFresh || complete_since === null || clock() >= complete_since + ROUND
  return {
    /** Undefined if none is known yet; not looked at. */
    openFolder: async (): Promise<ReplicaFolder | undefined> => {
      if (folder !== undefined) return folder
      const known = await db.selectFrom('blob_replicas').select('id').executeTakeFirst()
      return known && openReplicaFolder(directory, known.id)
    },
    lose: (): void => {
      folder = undefined
    },
    /** Removals come first: they free a full disk. */
    maintain: async (slice: BlobScrubTable): Promise<Round> => {
      const found = await find()
      await removeCopies(db, found.remove)
      const budget = BUDGET - (await copyWaiting(copying, found))
      if (budget <= 0 || !isDue(slice)) return {}
      const round = await continueRound(copying, found, slice, budget)
      if (slice.position === '') isFresh = false
      return round
    },
  }
}

/** Verifies a copy, and replaces a damaged one. */
const createCopyCheck = (
  { adminLog, clock }: ReplicaOptions,
  copying: Copying,
  openFolder: () => Promise<ReplicaFolder | undefined>,
): Replica['checkCopy'] => {
  const reportOnce = createReportOnce(clock)
  const replaceCopy = async (folder: ReplicaFolder, sha256: string): Promise<number> => {
    const { copied, bytes } = await copyFiles(copying, folder, [sha256], BUDGET)
    const report = copied.length > 0 && reportOnce('copy', sha256, HOUR_MS)
    if (report) adminLog.record({ event: 'copy-replaced', sha256, ...report })
    return bytes
  }
  return async (sha256) => {
    const folder = await openFolder()
    if (folder === undefined) return 0
    try {
      if (!(await folder.has(sha256))) return 0
      return await folder.verify(sha256).catch((error: unknown) => {
        if (error instanceof BlobFaultError) return replaceCopy(folder, sha256)
        throw error
      })
    } catch (error) {
      if (error instanceof ReplicaUnavailableError) return 0
      throw error
    }
  }
}

/** Copies, heals and removes. Only this and reads of damaged files touch the folder: nothing else waits for its disk. */
export const createReplica = (options: ReplicaOptions): Replica => {
  const { db, files, clock, adminLog, log } = options
  const watch = watchService('replica', adminLog, clock)
  const waiting = createWaitingCopies(clock)
  const copying = { db, files, clock, waiting, isStopping: () => loop.isStopping() }
  const { openFolder, lose, maintain } = createUpkeep(options, copying)
  const tick = async (): Promise<number> => {
    const now = clock()
    const slice = await claimSlice(db, CLAIM_SLICES.replica, now)
    if (slice === undefined) return 0
    let next: Round = {}
    try {
      next = await maintain(slice)
      watch.worked()
    } catch (error) {
      lose()
      if (!(error instanceof ReplicaUnavailableError)) throw error
      watch.failed(error)
    } finally {
      await endSlice(db, CLAIM_SLICES.replica, { ...next, due_at: now })
    }
    return 0
  }
  const loop = createPollingLoop(tick, INTERVAL, (error) => log.error({ err: error }, 'stored files not copied'))
  return {
    ...loop,
    isAway: watch.isAway,
    watch: (stored) => ({
      ...waiting.watch(stored),
      list: async function* (digits) {
        yield* stored.list(digits)
        yield* (await (await openFolder())?.list(digits).catch(() => [])) ?? []
      },
    }),
    heal: createHealing({ db, clock, files, adminLog, log, openFolder }),
    checkCopy: createCopyCheck(options, copying, openFolder),
  }
}
