import { SECOND_MS } from '../../platform/clock.ts'

/** Processor time. */
export const VERIFICATION_TIME_LIMIT = 20 * SECOND_MS
/** Processor time, of the above: pages that need more are reported as not compared. */
export const PICTURE_TIME_LIMIT = 8 * SECOND_MS
/** Drawing stops a little earlier, so that what was compared is reported. */
export const PICTURE_TIME_SHARE = 0.8
/** Threads of this process that judge files of strangers. */
export const VERIFICATIONS_AT_ONCE = 2
/** Each waiting file occupies disk space. */
export const VERIFICATIONS_WAITING = 20
/** Of one address, so that it cannot fill the queue for the others. */
export const VERIFICATIONS_WAITING_EACH = 5
/** Of one forwarded response. */
export const REVOCATION_ANSWER_MAX_BYTES = 64 * 1024
