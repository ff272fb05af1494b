import { sql } from 'kysely'
import type { GroupCounts } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'

/** Apart, so that the counts need their index only. */
const countWorkingCopies = async (db: ApiDatabase, ownerId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('documents')
    .where('owner_id', '=', ownerId)
    .where('edits_template', '=', sql.lit(1))
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the groups of the dashboard in one statement. Archived documents are in none but their own; working copies are in none. */
export const countGroups = async (db: ApiDatabase, ownerId: number): Promise<GroupCounts> => {
  const rows = await db
    .selectFrom('documents')
    .select(({ fn }) => [
      'waits_for',
      fn.countAll<number>().filterWhere('archived_at', 'is', null).as('all'),
      fn.count<number>('completed_at').filterWhere('archived_at', 'is', null).as('completed'),
      fn.count<number>('archived_at').as('archived'),
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .groupBy('waits_for')
    .execute()
  const counts = { all: 0, owner: 0, others: 0, completed: 0, archived: 0 } satisfies GroupCounts
  for (const { waits_for, all, completed, archived } of rows) {
    // PostgreSQL counts in 64 bits.
    counts.all += Number(all)
    counts.completed += Number(completed)
    counts.archived += Number(archived)
    if (waits_for !== null) counts[waits_for] = Number(all)
  }
  counts.all -= await countWorkingCopies(db, ownerId)
  return counts
}
