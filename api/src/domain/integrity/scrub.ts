import { type Clock, DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES, claimSlice, endSlice } from '../../platform/database/claim-slice.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { nextBlobs } from './blob-references.ts'

/** Files of a tick. */
const SLICE = 100
/** Milliseconds of the rate that a slice takes. */
const SLICE_LENGTH = 10 * SECOND_MS
/** Milliseconds: a small store need not be read all day. */
const SHORTEST_ROUND = DAY_MS

interface ScrubOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  /** Bytes per second of all processes together; null: off. */
  readonly rate: number | null
  /** @returns bytes read */
  readonly check: (sha256: string) => Promise<number>
  readonly isStopping: () => boolean
}

const verifySlice = async ({ db, check, isStopping }: ScrubOptions, after: string, most: number) => {
  const hashes = await nextBlobs(db, after, SLICE)
  let [position, bytes] = [after, 0]
  for (const sha256 of hashes) {
    if (bytes >= most || isStopping()) return { position, bytes, isLast: false }
    bytes += await check(sha256)
    position = sha256
  }
  return { position, bytes, isLast: hashes.length < SLICE }
}

/**
 * Verifies the next files at the rate; progress is in the database.
 * Processes exclude each other by the time when the next slice is due.
 */
export const scrubSlice = async (options: ScrubOptions): Promise<void> => {
  const { db, clock, rate } = options
  if (rate === null) return
  const now = clock()
  const scrub = await claimSlice(db, CLAIM_SLICES.scrub, now)
  if (scrub === undefined) return
  const { position, bytes, isLast } = await verifySlice(options, scrub.position, (rate * SLICE_LENGTH) / SECOND_MS)
  const rested = now + Math.ceil((bytes / rate) * SECOND_MS)
  const next = isLast
    ? { position: '', due_at: Math.max(rested, scrub.began_at + SHORTEST_ROUND), complete_since: scrub.began_at }
    : { position, due_at: rested }
  await endSlice(db, CLAIM_SLICES.scrub, next)
}
