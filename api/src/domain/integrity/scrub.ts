import { type Clock, DAY, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { BlobScrubTable } from '../../platform/database/schema.ts'
import { nextBlobs } from './blob-references.ts'

/** Then another process continues. */
const LEASE = 10 * MINUTE
/** Files in one slice. */
const SLICE = 100
/** Milliseconds of the rate that a slice takes. */
const SLICE_LENGTH = 10 * SECOND
const SHORTEST_ROUND = DAY
const ONLY_ROW = 1

interface Options {
  readonly db: Db
  readonly clock: Clock
  /** Bytes per second of all processes together; null: off. */
  readonly rate: number | null
  /** @returns bytes read */
  readonly check: (sha256: string) => Promise<number>
  readonly isStopping: () => boolean
}

const claim = async (db: Db, now: number): Promise<BlobScrubTable | undefined> => {
  await db
    .insertInto('blob_scrubs')
    .values({ id: ONLY_ROW, position: '', due_at: now, began_at: now, complete_since: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const scrub = await db.selectFrom('blob_scrubs').selectAll().where('id', '=', ONLY_ROW).executeTakeFirstOrThrow()
  if (scrub.due_at > now) return undefined
  const began_at = scrub.position === '' ? now : scrub.began_at
  const { numUpdatedRows } = await db
    .updateTable('blob_scrubs')
    .set({ due_at: now + LEASE, began_at })
    .where('id', '=', ONLY_ROW)
    .where('due_at', '=', scrub.due_at)
    .where('position', '=', scrub.position)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? { ...scrub, began_at } : undefined
}

const verifySlice = async ({ db, check, isStopping }: Options, after: string, most: number) => {
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
export const scrubSlice = async (options: Options): Promise<void> => {
  const { db, clock, rate } = options
  if (rate === null) return
  const now = clock()
  const scrub = await claim(db, now)
  if (scrub === undefined) return
  const { position, bytes, isLast } = await verifySlice(options, scrub.position, (rate * SLICE_LENGTH) / SECOND)
  const rested = now + Math.ceil((bytes / rate) * SECOND)
  const next = isLast
    ? { position: '', due_at: Math.max(rested, scrub.began_at + SHORTEST_ROUND), complete_since: scrub.began_at }
    : { position, due_at: rested }
  await db.updateTable('blob_scrubs').set(next).where('id', '=', ONLY_ROW).execute()
}
