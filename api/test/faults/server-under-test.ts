import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ChildHome, openChildHome } from '../support/child-home.ts'
import { type ChildServer, FAULTY_MAIN, NODE_COMPILE_CACHE } from '../support/child-server.ts'
import { endOrder, giveOrder } from '../support/fault-orders.ts'
import { type AcceptedMail, type MailSink, openMailSink } from './mail-sink.ts'
import { demand } from './violation.ts'

interface Lost {
  done: number
  undone: number
}

export interface ServerUnderTest {
  readonly home: ChildHome
  readonly sink: MailSink
  readonly lost: Lost
  server(): Promise<ChildServer>
  /** It gets no calls yet. */
  start(): Promise<ChildServer>
  /** Delay in milliseconds. */
  startAndKill(delay: number): Promise<void>
  admitCalls(server: ChildServer): void
  /** Crashes the server once. */
  arm(point: string): Promise<void>
  disarm(): Promise<void>
  close(): Promise<void>
}

export const CONNECTIONS = 3

type PendingServer = PromiseWithResolvers<ChildServer>

interface ServerUnderTestOptions {
  /** Mails of an earlier process. */
  readonly accepted?: readonly AcceptedMail[]
  /** Runs the servers (`startChild`). */
  readonly through?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

export const openServerUnderTest = async (options: ServerUnderTestOptions = {}): Promise<ServerUnderTest> => {
  const home = await openChildHome('kills')
  const sink = await openMailSink(options.accepted)
  const variables = {
    SMTP_URL: sink.url,
    SMTP_CONNECTIONS: String(CONNECTIONS),
    RATE_LIMIT_FACTOR: '100000',
    SHED_EVENT_LOOP_MS: '0',
    // Two kills in a row would end a job that is in hand both times, as one that kills (decision 0089).
    TRAZO_TEST_BLAMES_NOTHING: '1',
    ...options.variables,
  }
  let pending: PendingServer = Promise.withResolvers()
  return {
    home,
    sink,
    lost: { done: 0, undone: 0 },
    server: () => pending.promise,
    start: () => home.start(variables, FAULTY_MAIN, options.through),
    startAndKill: async (delay) => {
      const own = {
        NODE_COMPILE_CACHE,
        API_PORT: '0',
        DATA_DIR: home.dataDir,
        PUBLIC_URL: 'https://trazo.example',
        DEV_OUTBOX: '1',
      }
      const env = { ...process.env, ...home.variables, ...own, ...variables }
      const child = spawn(process.execPath, [FAULTY_MAIN], { env, stdio: 'ignore' })
      const ended = once(child, 'exit')
      const timer = setTimeout(() => child.kill('SIGKILL'), delay)
      await ended
      clearTimeout(timer)
      demand(child.signalCode === 'SIGKILL', `a start ended by itself with ${child.exitCode}`)
    },
    admitCalls: (server) => {
      pending.resolve(server)
      // Registered first, so callers wait for the next server.
      server.ended.then(() => {
        pending = Promise.withResolvers()
      })
    },
    arm: (point) => giveOrder(home.dataDir, `kill ${point}`),
    disarm: () => endOrder(home.dataDir),
    close: async () => {
      await home.remove()
      await sink.close()
    },
  }
}
