import type { FastifyBaseLogger } from 'fastify'
import { logMail } from '../audit/log-mail.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../clock.ts'
import type { Claims } from '../database/claims.ts'
import { isPostgres } from '../database/migrations/dialect.ts'
import type { Db } from '../database/open-database.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { isOneMailbox } from './header-text.ts'
import { createPollingLoop } from './polling-loop.ts'
import { type MailTransport, type StoredMail, UndeliverableError } from './transport.ts'

/** After so many attempts a mail is given up: about a day with the pauses below. */
export const MAIL_ATTEMPTS_MAX = 40
const FIRST_PAUSE = 10 * SECOND
const LONGEST_PAUSE = HOUR
/** How long a mail that is being sent is left alone; whoever claimed it has died if it takes longer. */
const CLAIM = 5 * MINUTE
const BATCH = 20
const POLL_INTERVAL = SECOND
const REASON_MAX_LENGTH = 500

export interface MailRelayOptions {
  readonly db: Db
  readonly blobs: Pick<BlobStore, 'read'>
  readonly transport: MailTransport
  readonly clock: Clock
  readonly claims: Claims
  /** Whether what was sent is emptied: a mail may carry a code or a link that is stored nowhere else but as a hash. */
  readonly forgetSent: boolean
  /** 0 ≤ n < 1, as `Math.random`. */
  readonly random: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export interface MailRelay {
  /** Sends everything that is due; answers how many mails were tried. */
  tick(): Promise<number>
  start(): Promise<void>
  /** Looks at once instead of at the next poll. */
  nudge(): void
  /** Resolves when the tick under way has ended. */
  stop(): Promise<void>
}

/** Pause before the next attempt: doubling, up to an hour, spread over half to the whole of it. */
export const retryPause = (attempts: number, random: () => number): number => {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1))
  return Math.round(pause * (0.5 + random() / 2))
}

const claim = ({ db, claims }: MailRelayOptions, now: number): Promise<StoredMail[]> =>
  db
    .updateTable('outbox')
    .set((eb) => ({ claimed_until: now + CLAIM, claimed_by: claims.process, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<=', now)
        .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<=', now)]))
        .orderBy('next_attempt_at')
        .limit(BATCH)
        // Of several processes each takes what no other is just taking.
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute()

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX_LENGTH)

const markSent = async ({ db, clock, log, forgetSent }: MailRelayOptions, mail: StoredMail): Promise<void> => {
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
  const { db, clock, random, log } = options
  const givenUp = error instanceof UndeliverableError || mail.attempts >= MAIL_ATTEMPTS_MAX
  const reason = reasonOf(error)
  const now = clock()
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('outbox')
      .set({
        state: givenUp ? 'failed' : 'pending',
        next_attempt_at: now + retryPause(mail.attempts, random),
        claimed_until: null,
        last_error: reason,
      })
      .where('id', '=', mail.id)
      .execute()
    if (givenUp) await logMail(transaction, 'mail-failed', mail, now)
  })
  const facts = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, reason }
  if (givenUp) log.error(facts, 'mail given up')
  else log.warn(facts, 'mail not sent, will be tried again')
}

const deliver = async (options: MailRelayOptions, mail: StoredMail): Promise<void> => {
  try {
    if (!isOneMailbox(mail.to_address)) throw new UndeliverableError('the address is not a single mailbox')
    const attachment = mail.attachment_sha256 === null ? null : await options.blobs.read(mail.attachment_sha256)
    await options.transport({ mail, attachment })
  } catch (error) {
    await markFailed(options, mail, error)
    return
  }
  await markSent(options, mail)
}

/**
 * Carries mails from the outbox to the transport. A crash between handing over and noting it means a second hand-over
 * of the same mail under the same Message-ID; nothing that was promised is ever lost.
 */
export const createMailRelay = (options: MailRelayOptions): MailRelay => {
  const { claims, clock, log } = options
  const tick = async (): Promise<number> => {
    const mails = await claim(options, clock())
    for (const mail of mails) {
      // What is left of the batch stays claimed, and is freed when the next process starts.
      if (loop.isStopping()) break
      await deliver(options, mail)
    }
    return mails.length
  }
  const loop = createPollingLoop(tick, POLL_INTERVAL, (error) => log.error({ err: error }, 'mail relay failed'))
  return {
    tick,
    start: async () => {
      await claims.freeDead()
      loop.start()
    },
    nudge: loop.nudge,
    stop: loop.stop,
  }
}
