import { EMAIL_CONFIRMATION_HOURS, EMAIL_UNDO_DAYS, PROOF_SECONDS } from 'shared/contract/accounts'
import { DAY, HOUR, SECOND } from '../clock.ts'

/** How long a confirmed identity opens the calls that ask for it, in milliseconds. */
export const PROOF_LIFE = PROOF_SECONDS * SECOND
/** How long a link to confirm an address works, in milliseconds. */
export const CONFIRMATION_LIFE = EMAIL_CONFIRMATION_HOURS * HOUR
/** How long the old address can undo a change of e-mail, in milliseconds. */
export const UNDO_LIFE = EMAIL_UNDO_DAYS * DAY
/** How long an account's log is kept, in milliseconds. */
export const LOG_LIFE = 365 * DAY
/** Newest entries of the log that its person reads. */
export const LOG_LENGTH = 100
