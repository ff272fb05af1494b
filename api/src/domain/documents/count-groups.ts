import type { GroupCounts } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'

export const countGroups = async (db: Db, ownerId: number): Promise<GroupCounts> => {
  const rows = await db
    .selectFrom('documents')
    .select(({ fn }) => [
      'waits_for',
      fn.countAll<number>().as('all'),
      fn.count<number>('completed_at').as('completed'),
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .groupBy('waits_for')
    .execute()
  const counts: GroupCounts = { all: 0, owner: 0, others: 0, completed: 0 }
  for (const { waits_for, all, completed } of rows) {
    // PostgreSQL counts in 64 bits.
    counts.all += Number(all)
    counts.completed += Number(completed)
    if (waits_for !== null) counts[waits_for] = Number(all)
  }
  return counts
}
