import { MINUTE_MS } from '../clock.ts'
import type { ApiDatabase } from './open-database.ts'
import type { BlobScrubTable } from './schema.ts'

const LEASE = 10 * MINUTE_MS

/** Row of `blob_scrubs`. */
export const CLAIM_SLICES = { scrub: 1, sweep: 2, compaction: 3, replica: 4 } as const
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
