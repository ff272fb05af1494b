import { randomInt } from 'node:crypto'
import pg from 'pg'
import { SECOND } from '../clock.ts'
import { retryingLoop } from './retrying-loop.ts'

/** The first half of the advisory locks by which processes tell that they live; the second is their number. */
export const PRESENCE = 7460

const RECONNECT_PAUSE = SECOND
/** When a database comes back, everybody has connected to it again after that long, in milliseconds. */
const SETTLING = 5 * SECOND
const CONNECT_TIMEOUT = 5 * SECOND
const NUMBER_MAX = 2 ** 31 - 1

/** The one connection that a process keeps for itself: it tells that the process lives, and what others announce. */
export interface PostgresSession {
  /** Who this process is to the others; another one after each start. */
  readonly process: number
  /**
   * Whether who holds no lock is dead: not while this connection is away, nor just after it came back. What broke it has
   * perhaps broken the others', whose processes work on.
   */
  seesWhoLives(): boolean
  close(): Promise<void>
}

export interface PostgresSessionOptions {
  readonly url: string
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** The connection broke: what was announced since then was not heard. */
  readonly onLost: () => void
  readonly onError: (error: unknown) => void
  /** Milliseconds that only go forward; the system's when absent. */
  readonly elapsed?: () => number
}

const connect = async (options: PostgresSessionOptions, own: number): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: options.url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  })
  client.on('error', options.onError)
  client.on('notification', ({ payload = '' }) => options.onMessage(payload))
  await client.connect()
  await client.query('select pg_advisory_lock($1, $2)', [PRESENCE, own])
  await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
  return client
}

/** Opens the connection, and opens it again whenever it breaks, until it is closed. Fails when it cannot be opened first. */
export const openPostgresSession = async (options: PostgresSessionOptions): Promise<PostgresSession> => {
  const { elapsed = () => performance.now() } = options
  const own = randomInt(1, NUMBER_MAX)
  const reconnecting = retryingLoop(RECONNECT_PAUSE, options.onError)
  let current: pg.Client | undefined
  let backSince = Number.NEGATIVE_INFINITY
  const watch = (client: pg.Client): void => {
    current = client
    client.once('end', () => {
      if (current !== client) return
      current = undefined
      options.onLost()
      reconnecting.run(async () => {
        watch(await connect(options, own))
        backSince = elapsed()
        // Whoever came by another connection before this one was back has missed something, too.
        options.onLost()
      })
    })
  }
  watch(await connect(options, own))
  return {
    process: own,
    seesWhoLives: () => current !== undefined && elapsed() - backSince >= SETTLING,
    close: async () => {
      await reconnecting.stop()
      const last = current
      current = undefined
      await last?.end()
    },
  }
}
