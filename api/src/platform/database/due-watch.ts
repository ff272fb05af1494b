import type { CompiledQuery } from 'kysely'
import { createPollingLoop, type PollingLoop } from '../background/polling-loop.ts'
import { type Clock, SECOND_MS } from '../clock.ts'
import type { ServiceLog } from '../logging.ts'
import { isDue, JOB_KEYS, JOB_TABLES, type JobClaimant, type JobTable } from './claim-job.ts'
import { claimantAt, type JobClaims } from './claims.ts'
import type { ApiDatabase } from './open-database.ts'

/** Tables in which work waits for a worker. */
export type DueTable = JobTable | 'reset_requests'

/** Stand for the values in the statement, which is built once: building it costs more than running it. */
const MARKS: JobClaimant = { now: -1, process: -2, startedAt: -3 }

/** One statement for all tables, because most polls find nothing. */
const dueTablesQuery = (db: ApiDatabase): CompiledQuery<Record<DueTable, unknown>> =>
  db
    .selectNoFrom((eb) => [
      ...JOB_TABLES.map((table) =>
        eb.exists(eb.selectFrom(table).select(JOB_KEYS[table]).where(isDue(MARKS))).as(table),
      ),
      eb
        .exists(
          eb
            .selectFrom('reset_requests')
            .select('id')
            .where((or) => or.or([or('prepared_at', 'is', null), or('expires_at', '<=', MARKS.now)])),
        )
        .as('reset_requests'),
    ])
    .compile()

const findDueTables = async (
  db: ApiDatabase,
  query: CompiledQuery<Record<DueTable, unknown>>,
  { now, process }: JobClaimant,
): Promise<DueTable[]> => {
  const values = new Map<unknown, number>([
    [MARKS.now, now],
    [MARKS.process, process],
  ])
  const parameters = query.parameters.map((value) => values.get(value) ?? value)
  const { rows } = await db.executeQuery({ ...query, parameters })
  // SQLite has numbers for booleans.
  return Object.entries(rows[0] ?? {}).flatMap(([table, isFound]) => (isFound ? [table as DueTable] : []))
}

interface DueWatchOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  readonly claims: JobClaims
  readonly log: Pick<ServiceLog, 'error'>
}

/**
 * Looks once a second for work that is due, also that of other processes, and wakes its workers. It claims nothing: a
 * worker decides what it may take.
 */
export const createDueWatch = (
  { db, clock, claims, log }: DueWatchOptions,
  wake: Readonly<Record<DueTable, () => void>>,
): PollingLoop => {
  const query = dueTablesQuery(db)
  const tick = async (): Promise<number> => {
    for (const table of await findDueTables(db, query, claimantAt(claims, clock()))) wake[table]()
    return 0
  }
  return createPollingLoop(tick, SECOND_MS, (error) => log.error({ err: error }, 'due work not read'))
}
