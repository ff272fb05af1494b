import {
  FIRST_REMINDER_AFTER,
  LAST_MAIL_BEFORE_DEADLINE,
  LAST_REMINDER_BEFORE_EXPIRY,
  REMINDER_INTERVAL,
  REMINDER_PAUSE,
  REMINDERS_BEFORE_DEADLINE,
  REMINDERS_MAX,
} from './constants.ts'
import type { FoundInvitation } from './find-invitation.ts'

/** Milliseconds. `resumedAt`: end of a pause, such as a refused proposal or a changed deadline. */
export interface ReminderFacts {
  readonly sentAt: number
  readonly expiresAt: number
  readonly deadline: number | null
  /** Includes manual ones. */
  readonly reminders: number
  readonly remindedAt: number | null
  readonly resumedAt: number | null
}

interface Ending {
  readonly finals: readonly number[]
  readonly latest: number
}

const endingOf = ({ expiresAt, deadline }: ReminderFacts): Ending => {
  if (deadline !== null) {
    const latest = Math.min(deadline, expiresAt) - LAST_MAIL_BEFORE_DEADLINE
    const finals = REMINDERS_BEFORE_DEADLINE.map((before) => deadline - before).filter((at) => at <= latest)
    if (finals.length > 0) return { finals, latest }
  }
  const last = expiresAt - LAST_REMINDER_BEFORE_EXPIRY
  return { finals: [last], latest: last }
}

/**
 * Returns the next automatic reminder: 3 days after the
 * invitation, then every 7, the last 2 days before expiry, or 3
 * days and 1 day before the deadline. Never two within a day;
 * the last ones of five wait for the end.
 * @returns milliseconds since the epoch, possibly past; null: none
 */
export const nextReminder = (facts: ReminderFacts): number | null => {
  const { sentAt, reminders, remindedAt, resumedAt } = facts
  if (reminders >= REMINDERS_MAX) return null
  const { finals, latest } = endingOf(facts)
  const mailed = Math.max(sentAt, remindedAt ?? sentAt)
  const [final, ...later] = finals.filter((at) => at > mailed)
  if (final === undefined) return null
  const regular = remindedAt === null ? sentAt + FIRST_REMINDER_AFTER : remindedAt + REMINDER_INTERVAL
  const wanted = reminders >= REMINDERS_MAX - 1 - later.length ? final : Math.min(regular, final)
  const earliest = Math.max(mailed, resumedAt ?? sentAt) + REMINDER_PAUSE
  const next = Math.max(wanted, earliest)
  return next <= latest ? next : null
}

type Reminded = Pick<FoundInvitation['invitation'], 'expires_at' | 'reminders' | 'reminded_at' | 'resumed_at'> &
  Pick<FoundInvitation['invitation'], 'silenced_at' | 'proposed_at'>

/** Null if the mail is unsent, reminders are refused or a proposal waits. */
export const nextReminderOf = (invitation: Reminded, sentAt: number | null, deadline: number | null): number | null => {
  if (sentAt === null || invitation.silenced_at !== null || invitation.proposed_at !== null) return null
  return nextReminder({
    sentAt,
    expiresAt: invitation.expires_at,
    deadline,
    reminders: invitation.reminders,
    remindedAt: invitation.reminded_at,
    resumedAt: invitation.resumed_at,
  })
}
