import type { Clock } from '../../platform/clock.ts'
import { failureReason } from '../../platform/database/claim-job.ts'
import { SURVIVED } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { type StoredMail, UndeliverableError } from '../../platform/mail/transport.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { announceUndelivered } from './announce-undelivered.ts'
import { logMail } from './log-mail.ts'
import { mailRetryPause } from './retry-pause.ts'

/** About a day with the pauses. */
export const MAIL_ATTEMPTS_MAX = 40

export interface OutcomeOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  /** Erases sent texts, because codes and links are stored only as hashes. */
  readonly forgetSent: boolean
  readonly publicUrl: string
  /** 0 ≤ n < 1, as `Math.random`. */
  readonly random: () => number
  readonly adminLog?: AdminLog
  readonly log: ServiceLog
}

/** Records a delivery. Until it is recorded no other mail leaves, because a crash would repeat this one. */
export const markSent = async (options: OutcomeOptions, mail: StoredMail): Promise<void> => {
  const { db, clock, log, forgetSent } = options
  const emptied = forgetSent ? { text_body: '', html_body: '', unsubscribe_url: null } : {}
  const now = clock()
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('outbox')
      .set({ state: 'sent', sent_at: now, claimed_until: null, last_error: null, ...emptied })
      .where('id', '=', mail.id)
      .execute()
    await logMail(transaction, 'mail-sent', mail, now)
  })
  log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
}

interface Failure {
  readonly reason: string
  readonly refused: boolean
  readonly givenUp: boolean
}

/** @returns false if the mail was withdrawn */
const storeFailure = (
  { db, clock, random, publicUrl }: OutcomeOptions,
  mail: StoredMail,
  { reason, givenUp }: Failure,
): Promise<boolean> => {
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    const update = await transaction
      .updateTable('outbox')
      .set({
        state: givenUp ? 'failed' : 'pending',
        next_attempt_at: now + mailRetryPause(mail.attempts, random),
        claimed_until: null,
        ...SURVIVED,
        last_error: reason,
      })
      .where('id', '=', mail.id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    const wanted = update.numUpdatedRows > 0n
    if (!givenUp || !wanted) return wanted
    await logMail(transaction, 'mail-failed', mail, now)
    await announceUndelivered(transaction, mail, { reason, publicUrl, now })
    return true
  })
}

/** Plans the next attempt, or ends the mail and tells the owner. A refused address ends it at once. */
export const markFailed = async (options: OutcomeOptions, mail: StoredMail, error: unknown): Promise<void> => {
  const { log, adminLog } = options
  const refused = error instanceof UndeliverableError
  const failure = { reason: failureReason(error), refused, givenUp: refused || mail.attempts >= MAIL_ATTEMPTS_MAX }
  if (!(await storeFailure(options, mail, failure))) return
  const facts = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, reason: failure.reason }
  if (!failure.givenUp) {
    log.warn(facts, 'mail not sent, will be tried again')
    return
  }
  log.error(facts, 'mail given up')
  const { id, kind, attempts } = mail
  adminLog?.record({ event: 'mail-given-up', mail: id, kind, attempts, refused })
}
