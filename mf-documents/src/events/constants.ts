/** Without events. */
export const POLL_MS = 15_000
/** Doubles each time. */
export const RETRY_FIRST_MS = 2000
export const RETRY_MAX_MS = 60_000
/** Random share of a pause, to spread retries. */
export const RETRY_JITTER = 0.3
/** The server sends a heartbeat every 25 s. */
export const SILENCE_MS = 60_000
/** Shorter streams count as failures, to avoid immediate retries. */
export const SHORTEST_STREAM_MS = 5000
