import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'

/** Milliseconds, like all constants here; counted from the mail that left, not from the invitation. */
export const FIRST_REMINDER_AFTER = 3 * DAY
/** Between automatic reminders. */
export const REMINDER_INTERVAL = 7 * DAY
/** The fifth and last reminder waits for this moment. */
export const LAST_REMINDER_BEFORE_EXPIRY = 2 * DAY
/** Three days and one day before the deadline's day, at 8 a.m. */
export const REMINDERS_BEFORE_DEADLINE = [88 * HOUR, 40 * HOUR] as const
/** No reminder leaves closer to a deadline than this. */
export const LAST_MAIL_BEFORE_DEADLINE = 12 * HOUR
/** Between any two mails that ask for a signature. */
export const REMINDER_PAUSE = DAY
/** Automatic ones. Manual reminders count, but have no maximum. */
export const REMINDERS_MAX = 5
export const REMINDER_POLL_INTERVAL = MINUTE
