import { SECOND } from '../../platform/clock.ts'

/** Processor time. */
export const VERIFICATION_TIME_LIMIT = 20 * SECOND
export const VERIFICATIONS_AT_ONCE = 2
/** Each waiting file occupies disk space. */
export const VERIFICATIONS_WAITING = 20
/** Of one address, so that it cannot fill the queue for the others. */
export const VERIFICATIONS_WAITING_EACH = 5
/** Of one forwarded response. */
export const REVOCATION_ANSWER_MAX_BYTES = 64 * 1024
