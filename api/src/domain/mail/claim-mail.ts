import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { claimNextOf } from '../../platform/database/claim-job.ts'
import { claimantAt, type JobClaims } from '../../platform/database/claims.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import type { StoredMail } from '../../platform/mail/transport.ts'
import { CODE_PRIORITY } from './priorities.ts'

/** Longer than a delivery may take (`delivery-timer.ts`). */
const CLAIM = 30 * MINUTE_MS
/** Older mails use up their own attempts. */
const DOMAIN_WAIT_MAX = DAY_MS

/** Which mail a process may take next. */
export interface ClaimFilter {
  readonly now: number
  /** Mails that this process works on. */
  readonly inHand: readonly number[]
  readonly onlyCodes: boolean
  readonly paused: readonly string[]
  readonly occupied: readonly string[]
}

type Outbox = ExpressionBuilder<DatabaseSchema, 'outbox'>

const isOutside = (domains: readonly string[]) => (eb: Outbox) =>
  eb.and(
    domains.map((domain) => {
      const ending = `%@${domain.replace(/[!%_]/g, '!$&')}`
      return sql<SqlBool>`to_key not like ${ending} escape '!'`
    }),
  )

/** A code ends before its domain's pause does. */
const isAllowed =
  ({ now, paused, occupied }: ClaimFilter) =>
  (eb: Outbox) =>
    eb.or([
      eb('priority', '=', CODE_PRIORITY),
      eb.and([isOutside(occupied)(eb), eb.or([eb('created_at', '<=', now - DOMAIN_WAIT_MAX), isOutside(paused)(eb)])]),
    ])

/**
 * Claims the next mail. Own claims that are not in hand are due:
 * their response was lost.
 */
export const claimMail = (db: ApiDatabase, claims: JobClaims, wanted: ClaimFilter): Promise<StoredMail | undefined> =>
  claimNextOf(db, 'outbox', { ...claimantAt(claims, wanted.now), life: CLAIM }, (due) =>
    due
      .$if(wanted.inHand.length > 0, (query) => query.where('id', 'not in', wanted.inHand))
      .$if(wanted.onlyCodes, (query) => query.where('priority', '=', CODE_PRIORITY))
      .where(isAllowed(wanted))
      .orderBy('priority')
      .orderBy('next_attempt_at'),
  )
