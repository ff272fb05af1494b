import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'

/** About 15 minutes with the pauses below. */
export const SEAL_ATTEMPTS_MAX = 10
/** Doubles per attempt, up to the next one. */
export const FIRST_SEAL_PAUSE = 2 * SECOND_MS
export const LONGEST_SEAL_PAUSE = 5 * MINUTE_MS
/** For storage and database failures. */
export const FAILURE_PAUSE = 5 * SECOND_MS
/** Afterwards the claiming process counts as dead. */
export const SEAL_CLAIM = 2 * MINUTE_MS
/** The last signature's response waits this long. */
export const SEAL_WAIT = 2 * SECOND_MS
/** Older jobs make the server report unhealthy. */
export const SEAL_STUCK_AFTER = 5 * MINUTE_MS
