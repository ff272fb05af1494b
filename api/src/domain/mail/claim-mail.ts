import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY, MINUTE } from '../../platform/clock.ts'
import { claimNextOf } from '../../platform/database/claim-job.ts'
import type { Claims } from '../../platform/database/claims.ts'
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

/** A code ends before its domain's pause does. */
const isAllowed =
  ({ now, paused, occupied }: Wanted) =>
  (eb: Outbox) =>
    eb.or([
      eb('priority', '=', CODE),
      eb.and([isOutside(occupied)(eb), eb.or([eb('created_at', '<=', now - DOMAIN_WAIT_MAX), isOutside(paused)(eb)])]),
    ])

/**
 * Claims the next mail. Own claims that are not in hand are due:
 * their response was lost.
 */
export const claimMail = (db: Db, claims: Claims, wanted: Wanted): Promise<StoredMail | undefined> =>
  claimNextOf(db, 'outbox', { now: wanted.now, process: claims.process, life: CLAIM }, (due) =>
    due
      .$if(wanted.inHand.length > 0, (query) => query.where('id', 'not in', wanted.inHand))
      .$if(wanted.onlyCodes, (query) => query.where('priority', '=', CODE))
      .where(isAllowed(wanted))
      .orderBy('priority')
      .orderBy('next_attempt_at'),
  )
