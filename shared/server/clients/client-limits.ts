/** What one client may hold. Reasons: docs/decisions/0067-slow-clients.md. */
export interface ClientLimits {
  /** Milliseconds without progress. Also the most that progress saves up. */
  readonly grace: number
  /** Bytes a second, of bodies and of answers. */
  readonly leastRate: number
  /** Milliseconds. */
  readonly checkInterval: number
  /** Open connections of one address, with or without a call. */
  readonly connections: number
  /** Unfinished calls of one address. */
  readonly calls: number
  /** Open event streams of one address. */
  readonly streams: number
}

/**
 * A phone at 250 kbit/s regains the 20 seconds in less than one. An
 * office of 100 people has up to 600 connections and 300 streams.
 */
export const CLIENT_LIMITS: ClientLimits = {
  grace: 20_000,
  leastRate: 1024,
  checkInterval: 1000,
  connections: 1024,
  calls: 512,
  streams: 512,
}

/** Why a connection was cut or a call refused; a label in metrics. */
export const clientFaults = ['body', 'reading', 'connections', 'calls', 'streams', 'account'] as const
export type ClientFault = (typeof clientFaults)[number]
