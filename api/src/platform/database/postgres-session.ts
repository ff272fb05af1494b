import { randomInt } from 'node:crypto'
import pg from 'pg'
import { retryingLoop } from '../background/retrying-loop.ts'
import { SECOND_MS } from '../clock.ts'

/** First lock key; the second is the process id. */
export const PRESENCE_LOCK = 7460

const RECONNECT_PAUSE = SECOND_MS
/** Milliseconds for all processes to reconnect. */
const SETTLING = 5 * SECOND_MS
const CONNECT_TIMEOUT = 5 * SECOND_MS
const NUMBER_MAX = 2 ** 31 - 1

/** A process's dedicated connection: presence lock and notifications. */
export interface PostgresSession {
  /** Random per start. */
  readonly process: number
  /**
   * Whether a missing lock proves a process dead: not during
   * an outage, nor until live processes have reconnected.
   */
  seesWhoLives(): boolean
  close(): Promise<void>
}

export interface PostgresSessionOptions {
  readonly url: string
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** Notifications may be lost. */
  readonly onLost: () => void
  readonly onError: (error: unknown) => void
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number
}

const connect = async (options: PostgresSessionOptions, own: number): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: options.url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  })
  client.on('error', options.onError)
  client.on('notification', ({ payload = '' }) => options.onMessage(payload))
  await client.connect()
  await client.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCK, own])
  await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
  return client
}

/** Reconnects until closed. Rejects if the first attempt fails. */
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
