import { EMAIL_CONFIRMATION_HOURS, EMAIL_UNDO_DAYS, PROOF_SECONDS } from 'shared/contract/accounts'
import { DAY, HOUR, SECOND } from '../../../platform/clock.ts'

export const PROOF_LIFE = PROOF_SECONDS * SECOND
export const CONFIRMATION_LIFE = EMAIL_CONFIRMATION_HOURS * HOUR
export const UNDO_LIFE = EMAIL_UNDO_DAYS * DAY
/** Milliseconds; events are deleted when the next one is noted. */
export const LOG_LIFE = 365 * DAY
/** Events shown. */
export const LOG_LENGTH = 100
