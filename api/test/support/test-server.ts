import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Logger, pino } from 'pino'
import type { BodyOf, Call, ErrorBody } from 'shared/contract'
import type { RequestTracing } from 'shared/server'
import * as v from 'valibot'
import { buildApp } from '../../src/app/app.ts'
import { type OpenedServices, openServices } from '../../src/app/open-services.ts'
import type { Clock, DelayWork, RepeatWork } from '../../src/platform/clock.ts'
import { parseApiEnvironment } from '../../src/platform/environment/environment.ts'
import type { MailEnvelope, MailTransport } from '../../src/platform/mail/transport.ts'
import { type AdminEvent, adminEvents as eventSchemas } from '../../src/platform/monitoring/admin-events.ts'
import type { AdminLog } from '../../src/platform/monitoring/admin-log.ts'
import type { TargetRules } from '../../src/platform/network/outbound-target.ts'
import type { ThreadTasks } from '../../src/platform/threads/thread-task.ts'
import { watchAnswers } from './described-answers.ts'
import { type Fault, faultBoundary } from './fault-boundary.ts'
import { TEST_START, TEST_URL } from './test-start.ts'
import { onPostgres, openInstalledStore, openMigratedStore, type TestStore } from './test-store.ts'
import { testThreads } from './test-threads.ts'

/** Advancing it runs due callbacks. */
export interface TestClock {
  readonly now: Clock
  readonly every: RepeatWork
  advance(milliseconds: number): void
}

interface Timer {
  readonly interval: number
  readonly work: () => void
  dueAt: number
}

export const createTestClock = (start = TEST_START): TestClock => {
  let now = start
  const timers = new Set<Timer>()
  const nextBy = (instant: number): Timer | undefined =>
    [...timers].filter(({ dueAt }) => dueAt <= instant).sort((a, b) => a.dueAt - b.dueAt)[0]
  return {
    now: () => now,
    every: (interval, work) => {
      const timer: Timer = { interval, work, dueAt: now + interval }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (milliseconds) => {
      const target = now + milliseconds
      for (let timer = nextBy(target); timer !== undefined; timer = nextBy(target)) {
        now = timer.dueAt
        timer.dueAt += timer.interval
        timer.work()
      }
      now = target
    },
  }
}

export interface TestServer extends OpenedServices {
  readonly app: FastifyInstance
  readonly clock: TestClock
  readonly dataDir: string
  readonly variables: Readonly<Record<string, string>>
  readonly stored: () => Promise<string[]>
  readonly delivered: MailEnvelope[]
  readonly adminEvents: AdminEvent[]
}

export interface TestServerOptions {
  readonly variables?: Readonly<Record<string, string>>
  readonly transport?: MailTransport
  readonly resolve?: TargetRules['resolve']
  readonly after?: DelayWork
  readonly log?: Logger
  readonly adminLog?: AdminLog
  /** Called before the first request. */
  readonly onOpen?: (app: FastifyInstance) => void
  readonly besides?: TestServer
  /** Default: no load shedding. */
  readonly sheds?: boolean
  readonly fault?: Fault
  readonly tracing?: RequestTracing | undefined
  readonly ownKeys?: boolean
  /** The caller closes them. */
  readonly threads?: ThreadTasks
}

interface Opened {
  readonly server: TestServer
  readonly store: TestStore
  /** Answers that differ from the OpenAPI documents. */
  readonly undescribed: ReadonlySet<string>
}

const opened: Opened[] = []

/** The other server removes it. */
const storeOf = (other: TestServer): TestStore => {
  const found = opened.find(({ server }) => server === other)
  if (found === undefined) throw new Error('the other server is closed')
  if (!onPostgres) throw new Error('SQLite is for one process')
  const { variables } = found.store
  return {
    ...found.store,
    variables: { ...variables, KEYS_DIR: join(other.dataDir, 'keys') },
    drop: async () => undefined,
  }
}

const openStore = (dataDir: string, { variables, fault, ownKeys }: TestServerOptions): Promise<TestStore> => {
  const { PUBLIC_URL, KEYS_DIR } = variables ?? {}
  // Two installations never share keys.
  const isOther = opened.length > 0 || PUBLIC_URL !== undefined || KEYS_DIR !== undefined
  return isOther || ownKeys || fault !== undefined ? openMigratedStore(dataDir) : openInstalledStore(dataDir)
}

export const openTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trazo-api-'))
  const { besides } = options
  const store = besides === undefined ? await openStore(dataDir, options) : storeOf(besides)
  const environment = parseApiEnvironment({
    ...store.variables,
    DATA_DIR: dataDir,
    PUBLIC_URL: TEST_URL,
    DEV_OUTBOX: '1',
    RATE_LIMIT_FACTOR: '1000',
    ...options.variables,
  })
  const clock = besides?.clock ?? createTestClock()
  const delivered: MailEnvelope[] = []
  const transport: MailTransport =
    options.transport ??
    (async (envelope) => {
      delivered.push(envelope)
    })
  const adminEvents: AdminEvent[] = []
  const record = (fact: AdminEvent): void => {
    const { event, ...data } = fact
    v.assert(eventSchemas[event].data, data)
    adminEvents.push(fact)
    options.adminLog?.record(fact)
  }
  const { log = pino({ level: 'silent' }) } = options
  const services = await openServices({
    environment,
    clock: clock.now,
    every: clock.every,
    random: () => 0.5,
    log,
    adminLog: { record },
    transport,
    threads: options.threads ?? testThreads,
    tracing: options.tracing,
    // The disk has the machine's own clock.
    quiet: 0,
    ...(options.fault === undefined ? {} : { boundary: faultBoundary(options.fault) }),
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    // The last signer's answer waits for the seal, however slow the machine is.
    after: options.after ?? (() => () => undefined),
  })
  const { rateLimitFactor, metricsToken } = environment
  const load = options.sheds ? { load: environment } : {}
  const app = await buildApp(services.services, {
    log,
    dataDir,
    showOutbox: true,
    rateLimitFactor,
    metricsToken,
    ...load,
    tracing: options.tracing,
  })
  const variables = { ...store.variables, DATA_DIR: dataDir }
  const undescribed = watchAnswers(app)
  options.onOpen?.(app)
  const server = { ...services, app, clock, dataDir, variables, stored: store.stored, delivered, adminEvents }
  opened.push({ server, store, undescribed })
  return server
}

/** Fails if an answer was not as the API describes it. */
export const closeTestServers = async (): Promise<void> => {
  const found: string[] = []
  for (const { server, store, undescribed } of opened.splice(0)) {
    await server.app.close()
    await server.close()
    await store.drop()
    await rm(server.dataDir, { recursive: true })
    found.push(...undescribed)
  }
  if (found.length > 0) throw new Error(`The OpenAPI documents do not describe:\n${found.join('\n')}`)
}

interface CallOptions<C extends Call> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyOf<C>
  readonly bearer?: string | undefined
  readonly remoteAddress?: string
}

export const pathOf = (call: Call, params: Readonly<Record<string, string | number>> = {}): string =>
  call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

const encodeBody = (call: Call, body: unknown): string => {
  if (body === undefined) return ''
  return call.encoding === 'form'
    ? new URLSearchParams(v.parse(v.record(v.string(), v.string()), body)).toString()
    : JSON.stringify(body)
}

const toInject = <C extends Call>(call: C, options: CallOptions<C>): InjectOptions => ({
  method: call.method,
  url: pathOf(call, options.params),
  ...(options.query === undefined ? {} : { query: options.query }),
  ...(options.remoteAddress === undefined ? {} : { remoteAddress: options.remoteAddress }),
  headers: {
    'content-type': call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
  },
  payload: encodeBody(call, options.body),
})

export const succeed = async <C extends Call>(
  { app }: TestServer,
  call: C,
  options: CallOptions<C> = {},
): Promise<v.InferOutput<C['reply']>> => {
  const response = await app.inject(toInject(call, options))
  if (response.statusCode >= 300) throw new Error(`${call.name} answered ${response.statusCode}: ${response.body}`)
  return v.parse(call.reply, response.json())
}

export interface Refused extends ErrorBody {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}

export const refuse = async <C extends Call>(
  { app }: TestServer,
  call: C,
  options: CallOptions<C> = {},
): Promise<Refused> => {
  const response = await app.inject(toInject(call, options))
  if (response.statusCode < 400) throw new Error(`${call.name} was not refused: ${response.body}`)
  return { status: response.statusCode, headers: response.headers, ...response.json<ErrorBody>() }
}
