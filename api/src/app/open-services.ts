import { type RequestTracing, syncPath } from 'shared/server'
import { createResetMailer } from '../domain/accounts/login/reset-mailer.ts'
import { createAnchorWorker } from '../domain/audit/anchor-worker.ts'
import { authenticateEarlierLogs } from '../domain/audit/authenticate-earlier-logs.ts'
import { bindLogAuthority } from '../domain/audit/log-authority.ts'
import { createBounceAddress } from '../domain/bounces/bounce-address.ts'
import { createBulkWorker } from '../domain/bulk/bulk-worker.ts'
import { createDeadlineWorker } from '../domain/deadlines/deadline-worker.ts'
import { createCertificateWorker } from '../domain/evidence/certificate/certificate-worker.ts'
import { createFirstPages, createPictureSweeper } from '../domain/first-pages/first-pages.ts'
import type { IntegrityWorker } from '../domain/integrity/integrity-worker.ts'
import { createMailRelay } from '../domain/mail/relay.ts'
import { createPagePictures } from '../domain/page-pictures/page-pictures.ts'
import { createRetentionWorker } from '../domain/personal-data/retention-worker.ts'
import type { PlatformPki } from '../domain/pki/platform-pki.ts'
import { createReminderMailer } from '../domain/reminders/reminder-mailer.ts'
import type { Replica } from '../domain/replica/replica-worker.ts'
import { createPdfInspector } from '../domain/screening/inspect-pdf.ts'
import { createPdfRewriter } from '../domain/screening/rewrite-pdf.ts'
import { createSealLogWorker } from '../domain/seal-log/seal-log-worker.ts'
import { createRenewalWorker } from '../domain/sealing/renewal-worker.ts'
import { createSealingWorker } from '../domain/sealing/sealing-worker.ts'
import { createCleanupWorker } from '../domain/storage-cleanup/cleanup-worker.ts'
import { createWebhookWorker } from '../domain/webhooks/webhook-worker.ts'
import { reportAlteredLogs } from '../operations/admin-events/report-altered-logs.ts'
import { reportLimits } from '../operations/admin-events/report-limits.ts'
import { type DatabaseWatch, watchDatabase } from '../operations/admin-events/watch-database.ts'
import type { PollingLoop } from '../platform/background/polling-loop.ts'
import {
  type Clock,
  DAY_MS,
  type DelayWork,
  HOUR_MS,
  type RepeatWork,
  systemAfter,
  systemEvery,
} from '../platform/clock.ts'
import { createDueWatch } from '../platform/database/due-watch.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import type { FetchLimited } from '../platform/fetch-limited.ts'
import type { ServiceLog } from '../platform/logging.ts'
import type { MailTransport } from '../platform/mail/transport.ts'
import { type AdminLog, silentAdminLog } from '../platform/monitoring/admin-log.ts'
import { watchService } from '../platform/monitoring/watch-service.ts'
import { resolveHost, type TargetRules } from '../platform/network/outbound-target.ts'
import type { ApiServices } from '../platform/services.ts'
import type { BlobStore } from '../platform/storage/blob-store.ts'
import { makePrivateFolder } from '../platform/storage/private-files.ts'
import { createThreadPool } from '../platform/threads/thread-pool.ts'
import type { ThreadTasks } from '../platform/threads/thread-task.ts'
import type { ServiceBoundary } from './boundary.ts'
import { openFiles } from './open-files.ts'
import { openKeys } from './open-keys.ts'
import { openOuter } from './open-outer.ts'
import { openSharedState, type SharedStores } from './open-stores.ts'

const THREAD = new URL('./thread.ts', import.meta.url)

export interface OpenedServices extends Mailers, Workers {
  readonly services: ApiServices
  readonly integrity: IntegrityWorker
  readonly bulk: PollingLoop
  /** null: no second copies. */
  readonly replica: Replica | null
  /** Wakes the others. */
  readonly dueWatch: PollingLoop
  /** Stops background work and closes the database. */
  close(): Promise<void>
}

export interface OpenServicesOptions {
  readonly environment: ApiEnvironment
  readonly clock: Clock
  readonly every?: RepeatWork
  readonly after?: DelayWork
  readonly boundary?: ServiceBoundary
  readonly random: () => number
  readonly log: ServiceLog
  /** Default: no administrator events. */
  readonly adminLog?: AdminLog
  /** For TSA and revocation; default: HTTP. */
  readonly fetch?: FetchLimited
  /** For tests. */
  readonly transport?: MailTransport
  readonly resolve?: TargetRules['resolve']
  readonly tracing?: RequestTracing | undefined
  /** Milliseconds that files rest before removal; default: an hour. */
  readonly quiet?: number
  /** The caller closes them; the default closes with the services. */
  readonly threads?: ThreadTasks
}

const openLogs = async (
  { environment, clock, adminLog = silentAdminLog }: OpenServicesOptions,
  shared: SharedStores,
  pki: PlatformPki,
) => {
  const { db, alone } = shared
  bindLogAuthority(db, { keys: pki.evidence, onAltered: reportAlteredLogs(adminLog, clock) })
  await alone(() => authenticateEarlierLogs({ db, clock, adminLog, keys: environment.keysDir }))
}

const openDatabaseWatched = async (options: OpenServicesOptions, adminLog: AdminLog) => {
  const { environment, clock, random, log, boundary } = options
  let database: DatabaseWatch | undefined
  const shared = await openSharedState({
    environment,
    clock,
    random,
    log,
    adminLog,
    onLost: () => database?.lost(),
    ...(boundary && {
      wrapDialect: boundary.dialect,
      freeDeadInterval: boundary.freeDeadInterval,
      blame: boundary.blame,
    }),
  })
  const watch = watchService('database', adminLog, clock)
  database = watchDatabase({ db: shared.db, watch, clock, every: options.every ?? systemEvery })
  return { shared, database }
}

interface Opened {
  readonly shared: Awaited<ReturnType<typeof openDatabaseWatched>>['shared']
  readonly database: DatabaseWatch
  readonly outer: Awaited<ReturnType<typeof openOuter>> & Pick<ApiServices, 'replicaIsAway'>
  /** As stored. */
  readonly files: BlobStore
  readonly keys: Awaited<ReturnType<typeof openKeys>>
  readonly adminLog: AdminLog
  readonly threads: ThreadTasks
}

const targetsOf = ({ environment, resolve = resolveHost }: OpenServicesOptions): TargetRules => ({
  ports: environment.webhookPorts,
  local: environment.webhookLocal,
  resolve,
})

const createMailers = (options: OpenServicesOptions, { shared, outer, keys, adminLog }: Opened) => {
  const { environment, clock, random, log } = options
  const { blobs, transport } = outer
  const { db, documentEvents, claims, locks } = shared
  const { publicUrl, smtpUrl, smtpConnections: connections } = environment
  const delivery = { transport, connections, publicUrl, forgetSent: smtpUrl !== null }
  const relay = createMailRelay({ db, blobs, clock, claims, random, log, adminLog, ...delivery })
  const { invitationTokens, resetCodes, webhookSecrets } = keys
  const wakeMailWorker = relay.wake
  const issuing = { publicUrl, invitationTokens, invitationLife: environment.invitationDays * DAY_MS }
  const calls = { webhookSecrets, webhookTargets: targetsOf(options) }
  return {
    relay,
    webhooks: createWebhookWorker({ db, clock, claims, random, log, adminLog, publicUrl, wakeMailWorker, ...calls }),
    resetMailer: createResetMailer({ db, clock, resetCodes, wakeMailWorker, publicUrl, log }),
    reminderMailer: createReminderMailer({
      db,
      clock,
      documentEvents,
      wakeMailWorker,
      publicUrl,
      invitationTokens,
      log,
    }),
    deadlines: createDeadlineWorker({ ...issuing, db, clock, locks, documentEvents, wakeMailWorker, log }),
  }
}

type Mailers = ReturnType<typeof createMailers>

const createWorkers = (options: OpenServicesOptions, opened: Opened, { relay }: Mailers) => {
  const { environment, clock, log, tracing } = options
  const { outer, files, keys, adminLog, threads } = opened
  const { blobs } = outer
  const { db, documentEvents, locks, claims } = opened.shared
  const { signer, certified, timeStamps, judgeNationalFormat, checkSoundness } = keys
  const { publicUrl, dataDir } = environment
  const judges = { judgeNationalFormat, checkSoundness }
  const sealers = { db, blobs, signer, certified, clock, locks, claims, log, adminLog, tracing, ...judges }
  const completion = createCertificateWorker({ ...sealers, timeStamps, threads })
  const sealing = createSealingWorker({
    ...sealers,
    wakeCertificateWorker: completion.wake,
    documentEvents,
    wakeMailWorker: relay.wake,
    publicUrl,
    invitationTokens: keys.invitationTokens,
    invitationLife: environment.invitationDays * DAY_MS,
    after: options.after ?? systemAfter,
  })
  const margin = environment.sealRenewalDays * DAY_MS
  const retention = environment.retentionDays * DAY_MS
  const quiet = options.quiet ?? HOUR_MS
  return {
    sealing,
    renewal: createRenewalWorker({ ...sealers, documentEvents, margin }),
    anchors: createAnchorWorker({ db, clock, locks, timeStamps, log, adminLog }),
    sealLog: createSealLogWorker({ db, clock, locks, log, adminLog, publicUrl, sealLog: keys.sealLog }),
    completion,
    retention: createRetentionWorker({ db, files, blobs, clock, locks, adminLog, retention, log, dataDir, quiet }),
    space: createCleanupWorker({ db, files, blobs, clock, retention, quiet, log }),
    pictures: createPictureSweeper({ db, files: outer.pictures, log }),
  }
}

type Workers = ReturnType<typeof createWorkers>

const createPdfTools = ({ log }: OpenServicesOptions, threads: ThreadTasks, blobs: BlobStore) => ({
  inspector: createPdfInspector(threads, {
    onBroken: (error) => log.error({ err: error }, 'reading an upload broke'),
  }),
  rewriter: createPdfRewriter({ blobs }),
})

type PdfTools = ReturnType<typeof createPdfTools>

const servicesOf = (
  options: OpenServicesOptions,
  { shared, database, outer, keys, adminLog, threads }: Opened,
  { inspector, rewriter }: PdfTools,
  { relay, webhooks }: Mailers,
  { sealing }: Workers,
): OpenedServices['services'] => {
  const { environment, clock } = options
  const drawing = { threads, blobs: outer.blobs, files: outer.pictures, log: options.log }
  return {
    ...keys,
    db: shared.db,
    blobs: outer.blobs,
    clock,
    every: options.every ?? systemEvery,
    inspectPdf: inspector.inspect,
    inspectAnnotated: inspector.inspectAnnotated,
    rewritePdf: rewriter.rewrite,
    firstPages: createFirstPages(drawing),
    pagePictures: createPagePictures(drawing),
    waitForSeal: sealing.waitForSeal,
    locks: shared.locks,
    documentEvents: shared.documentEvents,
    limiterOf: (factor) => reportLimits(shared.limiterOf(factor), adminLog, clock),
    wakeMailWorker: relay.wake,
    wakeWebhookWorker: webhooks.wake,
    webhookTargets: targetsOf(options),
    publicUrl: environment.publicUrl,
    oauthClient: environment.oauthClient,
    invitationLife: environment.invitationDays * DAY_MS,
    retention: environment.retentionDays * DAY_MS,
    quota: environment.accountQuota,
    mailLeaves: environment.smtpUrl !== null,
    mailIsAway: outer.mailIsAway,
    replicaIsAway: outer.replicaIsAway,
    filesAreRemote: environment.s3 !== null,
    bounces: environment.bounces === null ? null : createBounceAddress(environment.bounces),
    signingAgent: environment.signingAgent,
    adminLog,
    observeFailure: database.observe,
    threads,
  }
}

const watchDueWork = (
  { clock, log }: OpenServicesOptions,
  { db, claims }: SharedStores,
  work: Mailers & Workers & Pick<OpenedServices, 'bulk'>,
): PollingLoop =>
  createDueWatch(
    { db, clock, claims, log },
    {
      outbox: work.relay.wake,
      bulk_jobs: work.bulk.wake,
      seal_jobs: work.sealing.wake,
      completion_certificates: work.completion.wake,
      webhook_deliveries: work.webhooks.wake,
      reset_requests: work.resetMailer.wake,
    },
  )

/** In this order. */
const stopAll = async (work: readonly Pick<PollingLoop, 'stop'>[]): Promise<void> => {
  for (const each of work) await each.stop()
}

/** Creates missing files in the data directory. */
export const openServices = async (options: OpenServicesOptions): Promise<OpenedServices> => {
  const { environment, adminLog = silentAdminLog } = options
  await makePrivateFolder(environment.dataDir)
  const outer = await openOuter(options, adminLog)
  const { shared, database } = await openDatabaseWatched(options, adminLog)
  const failed = async (error: unknown): Promise<never> => {
    await shared.close()
    throw error
  }
  const pool = createThreadPool(THREAD)
  const threads = options.threads ?? pool
  const keys = await openKeys(options, shared, threads).catch(failed)
  await openLogs(options, shared, keys.pki).catch(failed)
  // New files must be durable before the first response.
  await syncPath(environment.dataDir)
  const { replica, integrity, opened: stored } = openFiles(options, shared.db, outer)
  const opened: Opened = { shared, database, ...stored, keys, adminLog, threads }
  const mailers = createMailers(options, opened)
  const workers = createWorkers(options, opened, mailers)
  const tools = createPdfTools(options, threads, integrity.blobs)
  const services = servicesOf(options, opened, tools, mailers, workers)
  const bulk = createBulkWorker({ ...services, claims: shared.claims, log: options.log })
  const dueWatch = watchDueWork(options, shared, { ...mailers, ...workers, bulk })
  return {
    ...mailers,
    ...workers,
    integrity,
    replica,
    bulk,
    dueWatch,
    services,
    close: async () => {
      database.stop()
      await stopAll([dueWatch, bulk])
      await shared.locks.settled()
      await stopAll([workers.sealing, workers.completion, workers.renewal, workers.anchors, workers.sealLog])
      await stopAll([workers.retention, workers.space, workers.pictures, integrity, ...(replica ? [replica] : [])])
      await stopAll([mailers.resetMailer, mailers.reminderMailer, mailers.deadlines, mailers.webhooks, mailers.relay])
      await tools.rewriter.close()
      await pool.close()
      await shared.close()
      outer.close()
    },
  }
}
