import type { FastifyInstance } from 'fastify'
import { type EnvironmentVariables, isLoopback, type RequestTracing, startTracing, stopOnSignal } from 'shared/server'
import { proveSigning } from '../domain/signing/prove-signing.ts'
import {
  reportChanges,
  reportNotStarted,
  reportStarted,
  reportStopped,
} from '../operations/admin-events/report-lifecycle.ts'
import { closeDemoAccount } from '../operations/demo/close-demo-account.ts'
import { createDemoAccount } from '../operations/demo/create-demo-account.ts'
import { SECOND_MS, systemClock } from '../platform/clock.ts'
import { type ApiEnvironment, parseApiEnvironment, settingsIn } from '../platform/environment/environment.ts'
import { checkExposure, isForTrying } from '../platform/environment/exposure.ts'
import { createLog } from '../platform/logging.ts'
import { type AdminLog, createAdminLog } from '../platform/monitoring/admin-log.ts'
import { buildApp } from './app.ts'
import type { ServiceBoundary } from './boundary.ts'
import { listenForFva } from './listen-for-fva.ts'
import { type OpenedServices, openServices } from './open-services.ts'
import { startFailure } from './start-failure.ts'
import { startWorkers } from './start-workers.ts'

/** For open requests after a signal. */
const SHUTDOWN_GRACE = 15 * SECOND_MS

const writeLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

interface Running {
  readonly app: FastifyInstance
  readonly opened: OpenedServices
  readonly adminLog: AdminLog
  readonly tracing: RequestTracing | undefined
}

const shutDownOnSignal = ({ app, opened, adminLog, tracing }: Running): void =>
  stopOnSignal({
    graceMs: SHUTDOWN_GRACE,
    onLate: () => app.server.closeAllConnections(),
    stop: async (signal) => {
      app.log.info({ signal }, 'shutting down')
      await app.close()
      await opened.close()
      await tracing?.stop()
      app.log.info('stopped')
      reportStopped(adminLog, signal)
    },
  })

const warnForTrying = ({ log }: FastifyInstance, { devOutbox, publicUrl, smtpUrl }: ApiEnvironment): void => {
  if (smtpUrl === null) log.warn('no SMTP_URL: mails are written to the outbox folder and can be read at /dev/outbox')
  if (devOutbox && !isLoopback(publicUrl))
    log.warn('DEV_OUTBOX=1: every visitor of the site may read the outbox and use the demonstration account')
}

interface StartOptions {
  readonly environment: ApiEnvironment
  readonly variables: EnvironmentVariables
  readonly adminLog: AdminLog
  readonly boundary: ServiceBoundary | undefined
}

const start = async ({ environment, variables, adminLog, boundary }: StartOptions): Promise<void> => {
  checkExposure(environment)
  const log = createLog(environment.logLevel)
  const tracing = await startTracing(environment.traces, { service: 'trazo-api', log })
  const opened = await openServices({
    environment,
    clock: boundary?.clock ?? systemClock,
    random: Math.random,
    log,
    adminLog,
    tracing,
    ...(boundary && { boundary }),
  })
  const { services } = opened
  await proveSigning(services.signer, new Date(services.clock()))
  if (environment.demoAccount) await createDemoAccount(services)
  if (!isForTrying(environment)) await closeDemoAccount(services)
  const showOutbox = environment.smtpUrl === null
  const { dataDir, rateLimitFactor, metricsToken, trustedProxies } = environment
  const app = await buildApp(services, {
    log,
    dataDir,
    showOutbox,
    rateLimitFactor,
    metricsToken,
    trustedProxies,
    load: environment,
    tracing,
  })
  await startWorkers(opened)
  const settings = settingsIn(variables)
  await reportChanges({ environment, settings, certificates: services.certificates, adminLog, log })
  shutDownOnSignal({ app, opened, adminLog, tracing })
  await listenForFva(app, environment.fva)
  await app.listen({ port: environment.apiPort, host: environment.host })
  reportStarted(adminLog, environment, settings)
  warnForTrying(app, environment)
}

/**
 * Exits with a one-line reason on failure.
 * @param boundary for tests
 */
export const runServer = async (variables: EnvironmentVariables, boundary?: ServiceBoundary): Promise<void> => {
  // Owner only.
  process.umask(0o077)
  const adminLog = createAdminLog(createLog('silent'))
  let environment: ApiEnvironment | undefined
  try {
    environment = parseApiEnvironment(variables)
    await start({ environment, variables, adminLog, boundary })
  } catch (error) {
    const reason = startFailure(error, environment)
    reportNotStarted(adminLog, reason)
    writeLine(reason)
    process.exit(1)
  }
}
