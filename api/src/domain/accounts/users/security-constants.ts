import { EMAIL_CONFIRMATION_HOURS, EMAIL_UNDO_DAYS, PROOF_SECONDS } from 'shared/contract/accounts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../platform/clock.ts'

export const PROOF_LIFE = PROOF_SECONDS * SECOND_MS
export const CONFIRMATION_LIFE = EMAIL_CONFIRMATION_HOURS * HOUR_MS
export const UNDO_LIFE = EMAIL_UNDO_DAYS * DAY_MS
/** Milliseconds; events are deleted when the next one is noted. */
export const LOG_LIFE = 365 * DAY_MS
/** Events shown. */
export const LOG_LENGTH = 100
