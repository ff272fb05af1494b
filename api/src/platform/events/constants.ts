import { MINUTE, SECOND } from '../clock.ts'

/** Milliseconds; shorter than common proxy timeouts. */
export const HEARTBEAT = 25 * SECOND
/** Milliseconds; clients reconnect with a fresh token. */
export const STREAM_LIFE = 10 * MINUTE
/** Beyond it, the oldest stream of the account ends. */
export const STREAMS_PER_ACCOUNT = 10
/** Bytes; beyond it a client is disconnected. */
export const UNREAD_MAX = 64 * 1024
