import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'

/** Milliseconds, like all constants here; counted from the mail that left, not from the invitation. */
export const FIRST_REMINDER_AFTER = 3 * DAY_MS
/** Between automatic reminders. */
export const REMINDER_INTERVAL = 7 * DAY_MS
/** The fifth and last reminder waits for this moment. */
export const LAST_REMINDER_BEFORE_EXPIRY = 2 * DAY_MS
/** Three days and one day before the deadline's day, at 8 a.m. */
export const REMINDERS_BEFORE_DEADLINE = [88 * HOUR_MS, 40 * HOUR_MS] as const
/** No reminder leaves closer to a deadline than this. */
export const LAST_MAIL_BEFORE_DEADLINE = 12 * HOUR_MS
/** Between any two mails that ask for a signature. */
export const REMINDER_PAUSE = DAY_MS
/** Automatic ones. Manual reminders count, but have no maximum. */
export const REMINDERS_MAX = 5
export const REMINDER_POLL_INTERVAL = MINUTE_MS
