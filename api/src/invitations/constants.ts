import { DAY, MINUTE } from '../clock.ts'

/** From an invitation's mail to the first reminder, in milliseconds. */
export const FIRST_REMINDER_AFTER = 3 * DAY
/** From one reminder to the next. */
export const REMINDER_INTERVAL = 7 * DAY
/** How long before an invitation expires the last one leaves. */
export const LAST_REMINDER_BEFORE_EXPIRY = 2 * DAY
/** Between any two mails that ask the same person for the same signature. */
export const REMINDER_PAUSE = DAY
/** After so many nobody is reminded any more by itself. */
export const REMINDERS_MAX = 5
/** How often the server looks whom to remind. */
export const REMINDER_POLL_INTERVAL = MINUTE
