import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY, MINUTE } from '../../platform/clock.ts'
import type { Claims } from '../../platform/database/claims.ts'
import { isPostgres } from '../../platform/database/dialects/migration-dialect.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { StoredMail } from '../../platform/mail/transport.ts'
import { CODE } from './priorities.ts'

/** Longer than a delivery may take (`delivery-timer.ts`). */
const CLAIM = 30 * MINUTE
/** Older mails use up their own attempts. */
const DOMAIN_WAIT_MAX = DAY

/** Which mail a process may take next. */
export interface Wanted {
  readonly now: number
  /** Mails that this process works on. */
  readonly inHand: readonly number[]
  readonly onlyCodes: boolean
  readonly paused: readonly string[]
  readonly occupied: readonly string[]
}

type Outbox = ExpressionBuilder<Database, 'outbox'>

const isOutside = (domains: readonly string[]) => (eb: Outbox) =>
  eb.and(
    domains.map((domain) => {
      const ending = `%@${domain.replace(/[!%_]/g, '!$&')}`
      return sql<SqlBool>`to_key not like ${ending} escape '!'`
    }),
  )

/** Own claims that are not in hand are free: their response was lost. */
const isFree =
  (process: number, { now, inHand }: Wanted) =>
  (eb: Outbox) =>
    eb.and([
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now), eb('claimed_by', '=', process)]),
      ...(inHand.length === 0 ? [] : [eb('id', 'not in', inHand)]),
    ])

/** A code ends before its domain's pause does. */
const isAllowed =
  ({ now, paused, occupied }: Wanted) =>
  (eb: Outbox) =>
    eb.or([
      eb('priority', '=', CODE),
      eb.and([isOutside(occupied)(eb), eb.or([eb('created_at', '<=', now - DOMAIN_WAIT_MAX), isOutside(paused)(eb)])]),
    ])

/**
 * Claims the next mail. A process must not run two claims at once:
 * the second would take the mail of the first.
 */
export const claimMail = (db: Db, claims: Claims, wanted: Wanted): Promise<StoredMail | undefined> =>
  db
    .updateTable('outbox')
    .set((eb) => ({
      claimed_until: wanted.now + CLAIM,
      claimed_by: claims.process,
      attempts: eb('attempts', '+', 1),
    }))
    // Not `in`: PostgreSQL may run that subquery, and so its limit, again for each row.
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<=', wanted.now)
        .$if(wanted.onlyCodes, (query) => query.where('priority', '=', CODE))
        .where(isFree(claims.process, wanted))
        .where(isAllowed(wanted))
        .orderBy('priority')
        .orderBy('next_attempt_at')
        .limit(1)
        // Processes skip each other's rows.
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst()
