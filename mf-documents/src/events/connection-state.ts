import { RETRY_FIRST_MS, RETRY_JITTER, RETRY_MAX_MS } from './constants.ts'

/**
 * `asleepConnection`: the page is hidden. `broken`: the list polls
 * until the next retry. `failures` are consecutive.
 */
export type ConnectionState =
  | { readonly kind: 'asleep' }
  | { readonly kind: 'connecting'; readonly failures: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'broken'; readonly failures: number }

export type ConnectionEvent =
  | 'shown'
  | 'hidden'
  | 'opened'
  /** The server closed the stream, as it does regularly. */
  | 'ended'
  /** The stream was refused, broke or fell silent. */
  | 'failed'
  | 'retry due'

export const asleepConnection: ConnectionState = { kind: 'asleep' }

const brokenAfter = (failures: number): ConnectionState => ({ kind: 'broken', failures: failures + 1 })

const transitions: {
  readonly [Kind in ConnectionState['kind']]: Partial<
    Record<ConnectionEvent, (connection: Extract<ConnectionState, { kind: Kind }>) => ConnectionState>
  >
} = {
  asleep: { shown: () => ({ kind: 'connecting', failures: 0 }) },
  connecting: {
    opened: () => ({ kind: 'open' }),
    failed: ({ failures }) => brokenAfter(failures),
    ended: ({ failures }) => brokenAfter(failures),
  },
  open: { ended: () => ({ kind: 'connecting', failures: 0 }), failed: () => brokenAfter(0) },
  broken: { 'retry due': ({ failures }) => ({ kind: 'connecting', failures }) },
}

const transition = <Kind extends ConnectionState['kind']>(
  connection: Extract<ConnectionState, { kind: Kind }>,
  kind: Kind,
  event: ConnectionEvent,
): ConnectionState => transitions[kind][event]?.(connection) ?? connection

/** Returns the same object for irrelevant events. */
export const nextConnection = (connection: ConnectionState, event: ConnectionEvent): ConnectionState => {
  if (event === 'hidden') return connection.kind === 'asleep' ? connection : asleepConnection
  return transition(connection, connection.kind, event)
}

export const isPolling = (connection: ConnectionState): boolean =>
  connection.kind === 'broken' || (connection.kind === 'connecting' && connection.failures > 0)

/** @returns milliseconds */
export const reconnectPause = (failures: number, random: number): number =>
  Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1)) * (1 - RETRY_JITTER * random)
