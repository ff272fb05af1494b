import { SECOND } from '../clock.ts'

/** How long verifying a file may take, in milliseconds of processor time (`files/time-limit.ts`). */
export const VERIFICATION_TIME_LIMIT = 20 * SECOND
/** JavaScript heap of the thread that does it, in MB. */
export const VERIFICATION_HEAP_MB = 256
/** How many files are verified at the same time. */
export const VERIFICATIONS_AT_ONCE = 2
/** How many may wait for their turn: each holds its file on the disk meanwhile. */
export const VERIFICATIONS_WAITING = 20
/** Largest answer of an authority that is passed on to whoever asked, in bytes. */
export const REVOCATION_ANSWER_MAX_BYTES = 64 * 1024
