import { MINUTE, SECOND } from '../../platform/clock.ts'

/** About 15 minutes with the pauses below. */
export const SEAL_ATTEMPTS_MAX = 10
/** Milliseconds; doubles per attempt. */
export const FIRST_SEAL_PAUSE = 2 * SECOND
export const LONGEST_SEAL_PAUSE = 5 * MINUTE
/** Milliseconds between attempts during storage or database failures. */
export const TROUBLE_PAUSE = 30 * SECOND
/** Milliseconds; then the claiming process counts as dead. */
export const SEAL_CLAIM = 2 * MINUTE
export const SEAL_POLL_INTERVAL = SECOND
/** Milliseconds; the last signature's response waits this long. */
export const SEAL_PATIENCE = 2 * SECOND
/** Older jobs make the server report unhealthy. */
export const SEAL_STUCK_AFTER = 5 * MINUTE
