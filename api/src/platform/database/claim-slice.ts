import { type Clock, MINUTE_MS } from '../clock.ts'
import type { ApiDatabase } from './open-database.ts'
import type { BlobScrubTable } from './schema.ts'

const LEASE = 10 * MINUTE_MS

/** Row of `blob_scrubs`. */
export const CLAIM_SLICES = { scrub: 1, sweep: 2, compaction: 3, erasure: 4, renewal: 5, replica: 6 } as const
type Slice = (typeof CLAIM_SLICES)[keyof typeof CLAIM_SLICES]

/**
 * Undefined until it is due.
 * @param delay before the very first slice
 */
export const claimSlice = async (
  db: ApiDatabase,
  id: Slice,
  now: number,
  delay = 0,
): Promise<BlobScrubTable | undefined> => {
  await db
    .insertInto('blob_scrubs')
    .values({ id, position: '', due_at: now + delay, began_at: now, complete_since: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const slice = await db.selectFrom('blob_scrubs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (slice.due_at > now) return undefined
  const began_at = slice.position === '' ? now : slice.began_at
  const { numUpdatedRows } = await db
    .updateTable('blob_scrubs')
    .set({ due_at: now + LEASE, began_at })
    .where('id', '=', id)
    .where('due_at', '=', slice.due_at)
    .where('position', '=', slice.position)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? { ...slice, began_at } : undefined
}

export const endSlice = async (
  db: ApiDatabase,
  id: Slice,
  next: Partial<Pick<BlobScrubTable, 'position' | 'due_at' | 'complete_since'>>,
): Promise<void> => {
  await db.updateTable('blob_scrubs').set(next).where('id', '=', id).execute()
}

/** A claim of work that may last longer than its lease. */
export interface HeldSlice {
  /** Call it before each step. @returns false if another process took the work over */
  keep(): Promise<boolean>
  end(): Promise<void>
}

/** Undefined if another process does it: a dead one holds it for up to ten minutes. */
export const holdSlice = async (db: ApiDatabase, id: Slice, clock: Clock): Promise<HeldSlice | undefined> => {
  const now = clock()
  if ((await claimSlice(db, id, now)) === undefined) return undefined
  let until: number | undefined = now + LEASE
  const move = async (next: number): Promise<boolean> => {
    if (until === undefined) return false
    const own = db.updateTable('blob_scrubs').set({ due_at: next }).where('id', '=', id).where('due_at', '=', until)
    const { numUpdatedRows } = await own.executeTakeFirst()
    until = numUpdatedRows === 1n ? next : undefined
    return until !== undefined
  }
  return {
    keep: () => move(clock() + LEASE),
    end: async () => {
      await move(0)
    },
  }
}
