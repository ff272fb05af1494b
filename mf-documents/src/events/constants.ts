/** Milliseconds between polls without events. */
export const POLL_MS = 15_000
/** Milliseconds before the first retry; doubles each time. */
export const RETRY_FIRST_MS = 2000
export const RETRY_MAX_MS = 60_000
/** Random share of a pause, to spread retries. */
export const RETRY_JITTER = 0.3
/** Milliseconds; the server sends a heartbeat every 25 s. */
export const SILENCE_MS = 60_000
/**
 * Milliseconds; shorter streams count as
 * failures, to avoid immediate retries.
 */
export const SHORTEST_STREAM_MS = 5000
