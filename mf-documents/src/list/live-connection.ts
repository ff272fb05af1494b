import { RETRY_FIRST_MS, RETRY_JITTER, RETRY_MAX_MS } from './constants.ts'

/**
 * How the list hears of changes. `asleep`: nobody looks at the page. `broken`: no events come; the list is looked at
 * from time to time instead, and a retry is due. `failures` counts attempts in a row that led nowhere.
 */
export type Connection =
  | { readonly kind: 'asleep' }
  | { readonly kind: 'connecting'; readonly failures: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'broken'; readonly failures: number }

export type ConnectionEvent =
  /** The page is looked at, or is not any more. */
  | 'shown'
  | 'hidden'
  /** The server answers, and events may come. */
  | 'opened'
  /** The server has ended the stream, as it does from time to time. */
  | 'ended'
  /** It was refused, broke off, or fell silent. */
  | 'failed'
  | 'retry due'

export const asleep: Connection = { kind: 'asleep' }

const breakOff = (failures: number): Connection => ({ kind: 'broken', failures: failures + 1 })

/** What follows; the same object where an event means nothing. */
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

/** Whether the list has to be looked at from time to time: no events come, and did not at the last attempt. */
export const isPolling = (connection: Connection): boolean =>
  connection.kind === 'broken' || (connection.kind === 'connecting' && connection.failures > 0)

/**
 * Milliseconds before the next attempt after so many failures in a row.
 *
 * @param random from 0 up to 1
 */
export const retryPause = (failures: number, random: number): number =>
  Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1)) * (1 - RETRY_JITTER * random)
