import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredDocument } from '../access/document-access.ts'
import {
  FIRST_REMINDER_AFTER,
  LAST_REMINDER_BEFORE_EXPIRY,
  REMINDER_INTERVAL,
  REMINDER_PAUSE,
  REMINDER_POLL_INTERVAL,
  REMINDERS_BEFORE_DEADLINE,
  REMINDERS_MAX,
} from '../invitations/constants.ts'
import { findInvitation, isOpenInvitation } from '../invitations/find-invitation.ts'
import { nextReminderOf } from '../invitations/next-reminder.ts'
import type { ReminderServices } from './mail-again.ts'
import { sendReminder } from './send-reminder.ts'

type ReminderMailerOptions = Pick<ApiServices, 'db' | 'clock' | 'documentEvents' | 'wakeMailWorker'> &
  ReminderServices & { readonly log: Pick<ServiceLog, 'error'> }

/** A superset of the due invitations; `nextReminderOf` decides. */
export const reminderCandidates = (db: ApiDatabase, now: number) =>
  db
    .selectFrom('invitations')
    .innerJoin('outbox', 'outbox.id', 'invitations.mail_id')
    .innerJoin('documents', 'documents.id', 'invitations.document_id')
    .leftJoin('participants', 'participants.id', 'invitations.participant_id')
    .select('invitations.id')
    .where((eb) => eb.or([eb('participants.kind', 'is', null), eb('participants.kind', '<>', 'copia')]))
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('invitations.turn_at', 'is not', null)
    .where('invitations.silenced_at', 'is', null)
    .where('invitations.proposed_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .where('invitations.reminders', '<', REMINDERS_MAX)
    .where('outbox.sent_at', '<=', now - REMINDER_PAUSE)
    .where(({ eb, and, or }) =>
      or([
        eb('invitations.expires_at', '<=', now + LAST_REMINDER_BEFORE_EXPIRY),
        eb('documents.deadline', '<=', now + REMINDERS_BEFORE_DEADLINE[0]),
        eb('invitations.reminded_at', '<=', now - REMINDER_INTERVAL),
        and([eb('invitations.reminded_at', 'is', null), eb('outbox.sent_at', '<=', now - FIRST_REMINDER_AFTER)]),
      ]),
    )
    .orderBy('invitations.expires_at')

/** @returns the document, or undefined if nothing is due */
const sendIfDue = async (
  db: ApiDatabase,
  options: ReminderMailerOptions,
  invitationId: number,
): Promise<StoredDocument | undefined> => {
  const now = options.clock()
  const found = await findInvitation(db, invitationId)
  if (found.person.role === 'copia' || !isOpenInvitation(found, now)) return undefined
  const due = nextReminderOf(found.invitation, found.mail?.sent_at ?? null, found.document.deadline)
  if (due === null || due > now) return undefined
  return (await sendReminder(db, options, found, { actor: 'system', now })) ? found.document : undefined
}

const skipEnded = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error
}

/**
 * One transaction counts and enqueues each: concurrent workers
 * send it once.
 */
export const createReminderMailer = (options: ReminderMailerOptions): PollingLoop => {
  const { db, clock, documentEvents, wakeMailWorker, log } = options
  const tick = async (): Promise<number> => {
    let sent = 0
    for (const { id } of await reminderCandidates(db, clock()).execute()) {
      if (loop.isStopping()) break
      const document = await db
        .transaction()
        .execute((transaction) => sendIfDue(transaction, options, id))
        .catch(skipEnded)
      if (document === undefined) continue
      sent += 1
      documentEvents.publish(document.owner_id, { kind: 'changed', document_id: document.id })
    }
    if (sent > 0) wakeMailWorker()
    return sent
  }
  const onError = (error: unknown): void => log.error({ err: error }, 'reminder mailer failed')
  const loop = createPollingLoop(tick, REMINDER_POLL_INTERVAL, onError)
  return loop
}
