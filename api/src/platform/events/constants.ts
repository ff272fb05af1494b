import { MINUTE, SECOND } from '../clock.ts'

/** Shorter than common proxy timeouts. */
export const HEARTBEAT = 25 * SECOND
/** Then clients reconnect with a fresh token. */
export const STREAM_LIFE = 10 * MINUTE
export const STREAMS_PER_ACCOUNT = 10
/** Bytes; slower clients are disconnected. */
export const UNREAD_MAX = 64 * 1024
