import { createPollingLoop } from '../../platform/background/polling-loop.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Claims } from '../../platform/database/claims.ts'
import { isPostgres } from '../../platform/database/dialects/migration-dialect.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Log } from '../../platform/logging.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { type MailTransport, type StoredMail, UndeliverableError } from '../../platform/mail/transport.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { logMail } from './log-mail.ts'

/** About a day with the pauses below. */
export const MAIL_ATTEMPTS_MAX = 40
const FIRST_PAUSE = 10 * SECOND
const LONGEST_PAUSE = HOUR
/** Longer than the SMTP timeouts (`transport.ts`). */
const CLAIM = 30 * MINUTE
const POLL_INTERVAL = SECOND
const REASON_MAX_LENGTH = 500

export interface MailRelayOptions {
  readonly db: Db
  readonly blobs: Pick<BlobStore, 'read'>
  readonly transport: MailTransport
  readonly clock: Clock
  readonly claims: Claims
  /** Erases sent texts, because codes and links are stored only as hashes. */
  readonly forgetSent: boolean
  /** 0 ≤ n < 1, as `Math.random`. */
  readonly random: () => number
  readonly adminLog?: AdminLog
  readonly log: Log
}

export interface MailRelay {
  tick(): Promise<number>
  start(): Promise<void>
  wake(): void
  stop(): Promise<void>
}

/** Exponential back-off up to an hour, with jitter from half to all of it. */
export const retryPause = (attempts: number, random: () => number): number => {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1))
  return Math.round(pause * (0.5 + random() / 2))
}

/**
 * Claims one mail at a time, so that a crash repeats at most one.
 * Reclaims its own claims, too: their response was lost.
 */
const claim = ({ db, claims }: MailRelayOptions, now: number): Promise<StoredMail | undefined> =>
  db
    .updateTable('outbox')
    .set((eb) => ({ claimed_until: now + CLAIM, claimed_by: claims.process, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<=', now)
        .where((or) =>
          or.or([
            or('claimed_until', 'is', null),
            or('claimed_until', '<=', now),
            or('claimed_by', '=', claims.process),
          ]),
        )
        .orderBy('next_attempt_at')
        .limit(1)
        // Processes skip each other's rows.
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst()

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX_LENGTH)

const markSent = async (options: MailRelayOptions, mail: StoredMail): Promise<void> => {
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

const markFailed = async (options: MailRelayOptions, mail: StoredMail, error: unknown): Promise<void> => {
  const { db, clock, random, log, adminLog } = options
  const givenUp = error instanceof UndeliverableError || mail.attempts >= MAIL_ATTEMPTS_MAX
  const reason = reasonOf(error)
  const now = clock()
  const stillWanted = await db.transaction().execute(async (transaction) => {
    const update = await transaction
      .updateTable('outbox')
      .set({
        state: givenUp ? 'failed' : 'pending',
        next_attempt_at: now + retryPause(mail.attempts, random),
        claimed_until: null,
        last_error: reason,
      })
      .where('id', '=', mail.id)
      // Ignores withdrawn mails.
      .where('state', '=', 'pending')
      .executeTakeFirst()
    const wanted = update.numUpdatedRows > 0n
    if (givenUp && wanted) await logMail(transaction, 'mail-failed', mail, now)
    return wanted
  })
  if (!stillWanted) return
  const facts = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, reason }
  if (givenUp) {
    log.error(facts, 'mail given up')
    const { id, kind, attempts } = mail
    const refused = error instanceof UndeliverableError
    adminLog?.record({ event: 'mail-given-up', mail: id, kind, attempts, refused })
  } else log.warn(facts, 'mail not sent, will be tried again')
}

/** @returns the function that records the outcome */
const handOver = async (options: MailRelayOptions, mail: StoredMail): Promise<() => Promise<void>> => {
  try {
    if (!isOneMailbox(mail.to_address)) throw new UndeliverableError('the address is not a single mailbox')
    const attachment = mail.attachment_sha256 === null ? null : await options.blobs.read(mail.attachment_sha256)
    await options.transport({ mail, attachment })
  } catch (error) {
    return () => markFailed(options, mail, error)
  }
  return () => markSent(options, mail)
}

/**
 * Delivers mails from the outbox, exactly once with one exception:
 * a crash between delivery and its record repeats one mail, byte
 * for byte and with the same Message-ID (docs/faults.md).
 */
export const createMailRelay = (options: MailRelayOptions): MailRelay => {
  const { claims, clock, log } = options
  /**
   * Records the last outcome. Retries until the
   * database accepts it; no other mail leaves before.
   */
  let unnoted: (() => Promise<void>) | undefined
  const note = async (): Promise<void> => {
    await unnoted?.()
    unnoted = undefined
  }
  const tick = async (): Promise<number> => {
    await note()
    let tried = 0
    while (!loop.isStopping()) {
      const mail = await claim(options, clock())
      if (mail === undefined) break
      tried += 1
      unnoted = await handOver(options, mail)
      await note()
    }
    return tried
  }
  const report = (error: unknown): void => log.error({ err: error }, 'mail relay failed')
  const loop = createPollingLoop(tick, POLL_INTERVAL, report)
  return {
    tick,
    start: async () => {
      await claims.freeDead()
      loop.start()
    },
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await note().catch(report)
    },
  }
}
