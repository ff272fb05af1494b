import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'

export const FIRST_REMINDER_AFTER = 3 * DAY
export const REMINDER_INTERVAL = 7 * DAY
export const LAST_REMINDER_BEFORE_EXPIRY = 2 * DAY
/** Three days and one day before the deadline's day, at 8 a.m. */
export const REMINDERS_BEFORE_DEADLINE = [88 * HOUR, 40 * HOUR] as const
export const LAST_MAIL_BEFORE_DEADLINE = 12 * HOUR
/** Between any two mails that ask for a signature. */
export const REMINDER_PAUSE = DAY
export const REMINDERS_MAX = 5
export const REMINDER_POLL_INTERVAL = MINUTE
