import {
  FIRST_REMINDER_AFTER,
  LAST_REMINDER_BEFORE_EXPIRY,
  REMINDER_INTERVAL,
  REMINDER_PAUSE,
  REMINDERS_MAX,
} from './constants.ts'
import type { FoundInvitation } from './find-invitation.ts'

/** What the times of reminders depend on; instants in milliseconds since the epoch. */
export interface ReminderFacts {
  /** When the invitation's mail left. */
  readonly sentAt: number
  readonly expiresAt: number
  /** How many have been sent, by hand ones included, and when the last. */
  readonly reminders: number
  readonly remindedAt: number | null
  /** When they were last taken up again after a rest. */
  readonly resumedAt: number | null
}

/**
 * When the next reminder leaves by itself: 3 days after the invitation, then 7 days after each other one, the last one
 * 2 days before the invitation expires. Never within a day of another; the fifth is the last, and so waits for the end.
 * @returns milliseconds since the epoch, perhaps already past; null: none will
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

/**
 * The same for an invitation that stands: null while its mail has not left, its guest wants none or a proposal waits.
 */
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
