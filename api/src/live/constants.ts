import { MINUTE, SECOND } from '../clock.ts'

/** Between two comments on a stream, in milliseconds: less than any proxy waits before it takes silence for death. */
export const HEARTBEAT = 25 * SECOND
/** How long a stream lasts, in milliseconds; whoever still looks comes back with a fresh token. */
export const STREAM_LIFE = 10 * MINUTE
/** Streams of one account at the same time; one more ends the oldest. */
export const STREAMS_PER_ACCOUNT = 10
/** What may wait for a client that does not read, in bytes; beyond it the client is let go. */
export const UNREAD_MAX = 64 * 1024
