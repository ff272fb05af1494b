import {
  FIRST_REMINDER_AFTER,
  LAST_REMINDER_BEFORE_EXPIRY,
  REMINDER_INTERVAL,
  REMINDER_PAUSE,
  REMINDERS_MAX,
} from './constants.ts'
import type { FoundInvitation } from './find-invitation.ts'

export interface ReminderFacts {
  readonly sentAt: number
  readonly expiresAt: number
  /** Includes manual ones. */
  readonly reminders: number
  readonly remindedAt: number | null
  readonly resumedAt: number | null
}

/**
 * Returns the next automatic reminder: 3 days after the
 * invitation, then every 7, the last 2 days before expiry. Never
 * two within a day; the fifth waits for the end.
 * @returns milliseconds since the epoch, possibly past; null: none
 */
export const nextReminder = (facts: ReminderFacts): number | null => {
  const { sentAt, expiresAt, reminders, remindedAt, resumedAt } = facts
  if (reminders >= REMINDERS_MAX) return null
  const last = expiresAt - LAST_REMINDER_BEFORE_EXPIRY
  const regular = remindedAt === null ? sentAt + FIRST_REMINDER_AFTER : remindedAt + REMINDER_INTERVAL
  const wanted = reminders === REMINDERS_MAX - 1 ? last : Math.min(regular, last)
  const earliest = Math.max(sentAt, remindedAt ?? sentAt, resumedAt ?? sentAt) + REMINDER_PAUSE
  const next = Math.max(wanted, earliest)
  return next <= last ? next : null
}

type Reminded = Pick<FoundInvitation['invitation'], 'expires_at' | 'reminders' | 'reminded_at' | 'resumed_at'> &
  Pick<FoundInvitation['invitation'], 'silenced_at' | 'proposed_at'>

/** Null if the mail is unsent, reminders are refused or a proposal waits. */
export const nextReminderOf = (invitation: Reminded, sentAt: number | null): number | null => {
  if (sentAt === null || invitation.silenced_at !== null || invitation.proposed_at !== null) return null
  return nextReminder({
    sentAt,
    expiresAt: invitation.expires_at,
    reminders: invitation.reminders,
    remindedAt: invitation.reminded_at,
    resumedAt: invitation.resumed_at,
  })
}
