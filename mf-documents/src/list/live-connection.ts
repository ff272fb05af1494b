import { RETRY_FIRST_MS, RETRY_JITTER, RETRY_MAX_MS } from './constants.ts'

/**
 * `asleep`: the page is hidden. `broken`: the list polls
 * until the next retry. `failures` are consecutive.
 */
export type Connection =
  | { readonly kind: 'asleep' }
  | { readonly kind: 'connecting'; readonly failures: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'broken'; readonly failures: number }

export type ConnectionEvent =
  /** Page visibility. */
  | 'shown'
  | 'hidden'
  /** The stream is open. */
  | 'opened'
  /** The server closed the stream, as it does regularly. */
  | 'ended'
  /** The stream was refused, broke or fell silent. */
  | 'failed'
  | 'retry due'

export const asleep: Connection = { kind: 'asleep' }

const breakOff = (failures: number): Connection => ({ kind: 'broken', failures: failures + 1 })

/** Returns the same object for irrelevant events. */
export const nextConnection = (connection: Connection, event: ConnectionEvent): Connection => {
  if (event === 'hidden') return connection.kind === 'asleep' ? connection : asleep
  switch (connection.kind) {
    case 'asleep':
      return event === 'shown' ? { kind: 'connecting', failures: 0 } : connection
    case 'connecting':
      if (event === 'opened') return { kind: 'live' }
      return event === 'failed' || event === 'ended' ? breakOff(connection.failures) : connection
    case 'live':
      if (event === 'ended') return { kind: 'connecting', failures: 0 }
      return event === 'failed' ? breakOff(0) : connection
    case 'broken':
      return event === 'retry due' ? { kind: 'connecting', failures: connection.failures } : connection
  }
}

export const isPolling = (connection: Connection): boolean =>
  connection.kind === 'broken' || (connection.kind === 'connecting' && connection.failures > 0)

/**
 * Returns milliseconds.
 *
 * @param random from 0 up to 1
 */
export const retryPause = (failures: number, random: number): number =>
  Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1)) * (1 - RETRY_JITTER * random)
