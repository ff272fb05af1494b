import { MINUTE, SECOND } from '../clock.ts'

/** After so many attempts a document is left to its owner: a quarter of an hour with the pauses below. */
export const SEAL_ATTEMPTS_MAX = 10
/** Between two attempts, doubling. Milliseconds. */
export const FIRST_SEAL_PAUSE = 2 * SECOND
export const LONGEST_SEAL_PAUSE = 5 * MINUTE
/** Between two attempts while disk or database fail: these count for nothing, and go on until it is over. Milliseconds. */
export const TROUBLE_PAUSE = 30 * SECOND
/** How long a document that is being sealed is left alone; whoever claimed it has died if it takes longer. */
export const SEAL_CLAIM = 2 * MINUTE
export const SEAL_POLL_INTERVAL = SECOND
/** How long the answer to the last signature waits for the seal. */
export const SEAL_PATIENCE = 2 * SECOND
/** A job that is still there after so long is stuck, and the server says that it is not well. */
export const SEAL_STUCK_AFTER = 5 * MINUTE
