import { MINUTE_MS, SECOND_MS } from '../clock.ts'

/** Shorter than common proxy timeouts. */
export const HEARTBEAT_MS = 25 * SECOND_MS
/** Then clients reconnect with a fresh token. */
export const STREAM_LIFE = 10 * MINUTE_MS
export const STREAMS_PER_ACCOUNT = 10
/** Bytes; slower clients are disconnected. */
export const UNREAD_MAX = 64 * 1024
