import { join } from 'node:path'
import type { Tracing } from 'shared/server'
import { createResetCodes } from '../domain/accounts/login/reset-codes.ts'
import { createResetMailer, type ResetMailer } from '../domain/accounts/login/reset-mailer.ts'
import { createFactorSecrets } from '../domain/accounts/second-factors/factor-secrets.ts'
import { type AnchorWorker, createAnchorWorker } from '../domain/audit/anchor-worker.ts'
import { authenticateEarlierLogs } from '../domain/audit/authenticate-earlier-logs.ts'
import { bindLogAuthority } from '../domain/audit/log-authority.ts'
import { type CertificateWorker, createCertificateWorker } from '../domain/evidence/certificate/certificate-worker.ts'
import { createIntegrity, type IntegrityWorker } from '../domain/integrity/integrity-worker.ts'
import { createGuestTokens } from '../domain/invitations/guest-token.ts'
import { createInvitationTokens } from '../domain/invitations/invitation-token.ts'
import { createMailRelay, type MailRelay } from '../domain/mail/relay.ts'
import { createRetentionWorker, type RetentionWorker } from '../domain/personal-data/retention-worker.ts'
import { createAskRevocation } from '../domain/pki/ask-revocation.ts'
import type { PlatformPki } from '../domain/pki/platform-pki.ts'
import { createReminderMailer, type ReminderMailer } from '../domain/reminders/reminder-mailer.ts'
import { createPdfInspector, type PdfInspector } from '../domain/screening/inspect-pdf.ts'
import { createPdfRewriter } from '../domain/screening/rewrite-pdf.ts'
import { createRenewalWorker, type RenewalWorker } from '../domain/sealing/renewal-worker.ts'
import { createSealingWorker, type SealingWorker } from '../domain/sealing/sealing-worker.ts'
import { REVOCATION_ANSWER_MAX_BYTES } from '../domain/verification/constants.ts'
import { createFetchPublic } from '../domain/verification/fetch-public.ts'
import { createVerifyFile } from '../domain/verification/verify-file.ts'
import { reportAlteredLogs } from '../operations/admin-events/report-altered-logs.ts'
import { reportLimits } from '../operations/admin-events/report-limits.ts'
import { type DatabaseWatch, watchDatabase } from '../operations/admin-events/watch-database.ts'
import { watchMail } from '../operations/admin-events/watch-mail.ts'
import { watchStorage } from '../operations/admin-events/watch-storage.ts'
import { type After, type Clock, DAY, type Every, HOUR, systemAfter, systemEvery } from '../platform/clock.ts'
import type { Environment } from '../platform/environment/environment.ts'
import type { FetchLimited } from '../platform/fetch-limited.ts'
import type { Log } from '../platform/logging.ts'
import { traceMail } from '../platform/mail/trace-mail.ts'
import type { MailTransport } from '../platform/mail/transport.ts'
import { type AdminLog, silentAdminLog } from '../platform/monitoring/admin-log.ts'
import { watchService } from '../platform/monitoring/watch-service.ts'
import type { Services } from '../platform/services.ts'
import type { BlobStore } from '../platform/storage/blob-store.ts'
import { syncDirectory } from '../platform/storage/durable-write.ts'
import { makePrivateFolder } from '../platform/storage/private-files.ts'
import { ensureSecretKey } from '../platform/storage/secret-key.ts'
import { traceBlobs } from '../platform/storage/trace-blobs.ts'
import type { Boundary } from './boundary.ts'
import { withInstallationKeys } from './installation-keys.ts'
import { openSigning } from './open-signing.ts'
import { openBlobs, openSharedState, type Shared } from './open-stores.ts'
import { openTransport } from './open-transport.ts'

export interface OpenedServices {
  readonly services: Services
  readonly relay: MailRelay
  readonly resetMailer: ResetMailer
  readonly reminderMailer: ReminderMailer
  readonly sealing: SealingWorker
  readonly renewal: RenewalWorker
  readonly anchors: AnchorWorker
  readonly completion: CertificateWorker
  readonly retention: RetentionWorker
  readonly integrity: IntegrityWorker
  /** Stops background work and closes the database. */
  close(): Promise<void>
}

export interface OpenOptions {
  readonly environment: Environment
  readonly clock: Clock
  readonly every?: Every
  readonly after?: After
  readonly boundary?: Boundary
  readonly random: () => number
  readonly log: Log
  /** Default: no administrator events. */
  readonly adminLog?: AdminLog
  /** For TSA and revocation; default: HTTP. */
  readonly fetch?: FetchLimited
  /** For tests. */
  readonly transport?: MailTransport
  readonly tracing?: Tracing | undefined
  /** Milliseconds that files rest before removal; default: an hour. */
  readonly quiet?: number
  /** The caller closes it; the default closes with the services. */
  readonly inspector?: PdfInspector
}

/** All processes share them. */
const openKeys = (options: OpenOptions, { db, alone }: Shared) => {
  const { environment, clock, log, fetch, adminLog = silentAdminLog } = options
  const keys = environment.keysDir
  const watch = watchService('timeStamps', adminLog, clock)
  const open = async () => ({
    guestTokens: createGuestTokens(await ensureSecretKey(join(keys, 'guest-token.key'))),
    invitationTokens: createInvitationTokens(await ensureSecretKey(join(keys, 'invitation-token.key'))),
    factorSecrets: createFactorSecrets(await ensureSecretKey(join(keys, 'second-factor.key'))),
    resetCodes: createResetCodes(await ensureSecretKey(join(keys, 'reset-code.key'))),
    ...(await openSigning({ environment, keys, db, clock, log, watch, ...(fetch === undefined ? {} : { fetch }) })),
  })
  const onCreated = (names: readonly string[]): void => adminLog.record({ event: 'keys-created', keys: [...names] })
  return alone(() => withInstallationKeys(db, keys, open, onCreated))
}

const openLogs = async (
  { environment, clock, adminLog = silentAdminLog }: OpenOptions,
  shared: Shared,
  pki: PlatformPki,
) => {
  const { db, alone } = shared
  bindLogAuthority(db, { keys: pki.evidence, onAltered: reportAlteredLogs(adminLog, clock) })
  await alone(() => authenticateEarlierLogs({ db, clock, adminLog, keys: environment.keysDir }))
}

const openOuter = async (options: OpenOptions, adminLog: AdminLog) => {
  const { environment, clock } = options
  const { boundary } = options
  const { transport, close: closeTransport } = await openTransport(options)
  const { blobs, close } = await openBlobs({ environment })
  const every = options.every ?? systemEvery
  const storage = watchStorage(boundary?.blobs(blobs) ?? blobs, {
    watch: watchService('storage', adminLog, clock),
    every,
  })
  return {
    blobs: options.tracing === undefined ? storage.blobs : traceBlobs(storage.blobs),
    transport: traceMail(
      watchMail(boundary?.transport(transport) ?? transport, watchService('mail', adminLog, clock)),
      options.tracing,
    ),
    close: () => {
      storage.stop()
      close()
      closeTransport()
    },
  }
}

const openDatabaseWatched = async (options: OpenOptions, adminLog: AdminLog) => {
  const { environment, clock, log, boundary } = options
  let database: DatabaseWatch | undefined
  const shared = await openSharedState({
    environment,
    clock,
    log,
    adminLog,
    onLost: () => database?.lost(),
    ...(boundary && { wrapDialect: boundary.dialect, freeDeadInterval: boundary.freeDeadInterval }),
  })
  const watch = watchService('database', adminLog, clock)
  database = watchDatabase({ db: shared.db, watch, clock, every: options.every ?? systemEvery })
  return { shared, database }
}

interface Opened {
  readonly shared: Awaited<ReturnType<typeof openDatabaseWatched>>['shared']
  readonly database: DatabaseWatch
  readonly outer: Awaited<ReturnType<typeof openOuter>>
  readonly keys: Awaited<ReturnType<typeof openKeys>>
  readonly adminLog: AdminLog
}

const createMailers = (options: OpenOptions, { shared, outer, keys, adminLog }: Opened) => {
  const { environment, clock, random, log } = options
  const { blobs, transport } = outer
  const { db, live, claims } = shared
  const { publicUrl, smtpUrl, smtpConnections: connections } = environment
  const delivery = { transport, connections, publicUrl, forgetSent: smtpUrl !== null }
  const relay = createMailRelay({ db, blobs, clock, claims, random, log, adminLog, ...delivery })
  const { invitationTokens, resetCodes } = keys
  const wakeMailWorker = relay.wake
  return {
    relay,
    resetMailer: createResetMailer({ db, clock, resetCodes, wakeMailWorker, publicUrl, log }),
    reminderMailer: createReminderMailer({ db, clock, live, wakeMailWorker, publicUrl, invitationTokens, log }),
  }
}

type Mailers = ReturnType<typeof createMailers>

const createWorkers = (options: OpenOptions, opened: Opened, { relay }: Mailers) => {
  const { environment, clock, log, tracing } = options
  const { outer, keys, adminLog } = opened
  const { blobs } = outer
  const { db, live, locks, claims } = opened.shared
  const { signer, timeStamps } = keys
  const { publicUrl, dataDir } = environment
  const sealers = { db, blobs, signer, clock, locks, claims, log, adminLog, tracing }
  const completion = createCertificateWorker({ ...sealers, timeStamps })
  const sealing = createSealingWorker({
    ...sealers,
    wakeCertificateWorker: completion.wake,
    live,
    wakeMailWorker: relay.wake,
    publicUrl,
    after: options.after ?? systemAfter,
  })
  const margin = environment.sealRenewalDays * DAY
  const retention = environment.retentionDays * DAY
  const quiet = options.quiet ?? HOUR
  return {
    sealing,
    renewal: createRenewalWorker({ db, blobs, signer, clock, locks, live, margin, log, adminLog }),
    anchors: createAnchorWorker({ db, clock, locks, timeStamps, log, adminLog }),
    completion,
    retention: createRetentionWorker({ db, blobs, clock, locks, adminLog, retention, log, dataDir, quiet }),
  }
}

type Workers = ReturnType<typeof createWorkers>

const createPdfTools = ({ inspector, log }: OpenOptions, blobs: BlobStore) => {
  const own = (): PdfInspector =>
    createPdfInspector({ onBroken: (error) => log.error({ err: error }, 'reading an upload broke') })
  return { inspector: inspector ?? own(), rewriter: createPdfRewriter({ blobs }) }
}

type PdfTools = ReturnType<typeof createPdfTools>

const servicesOf = (
  options: OpenOptions,
  { shared, database, outer, keys, adminLog }: Opened,
  { inspector, rewriter }: PdfTools,
  { relay }: Mailers,
  { sealing }: Workers,
): OpenedServices['services'] => {
  const { environment, clock } = options
  const { authorities, ...members } = keys
  return {
    ...members,
    db: shared.db,
    blobs: outer.blobs,
    clock,
    every: options.every ?? systemEvery,
    inspectPdf: inspector.inspect,
    inspectAnnotated: inspector.inspectAnnotated,
    rewritePdf: rewriter.rewrite,
    verification: {
      authorities,
      verifyFile: createVerifyFile(authorities),
      askPublic: createAskRevocation(options.fetch ?? createFetchPublic(REVOCATION_ANSWER_MAX_BYTES)),
    },
    waitForSeal: sealing.waitForSeal,
    locks: shared.locks,
    live: shared.live,
    limiterOf: (factor) => reportLimits(shared.limiterOf(factor), adminLog, clock),
    wakeMailWorker: relay.wake,
    publicUrl: environment.publicUrl,
    oauthClient: environment.oauthClient,
    invitationLife: environment.invitationDays * DAY,
    retention: environment.retentionDays * DAY,
    quota: environment.accountQuota,
    mailLeaves: environment.smtpUrl !== null,
    signingAgent: environment.signingAgent,
    adminLog,
    observeFailure: database.observe,
  }
}

/** Creates missing files in the data directory. */
export const openServices = async (options: OpenOptions): Promise<OpenedServices> => {
  const { environment, adminLog = silentAdminLog } = options
  const { dataDir } = environment
  await makePrivateFolder(dataDir)
  const outer = await openOuter(options, adminLog)
  const { shared, database } = await openDatabaseWatched(options, adminLog)
  const failed = async (error: unknown): Promise<never> => {
    await shared.close()
    throw error
  }
  const keys = await openKeys(options, shared).catch(failed)
  await openLogs(options, shared, keys.pki).catch(failed)
  // New files must be durable before the first response.
  await syncDirectory(dataDir)
  const { log, clock } = options
  const rate = environment.scrubRate
  const integrity = createIntegrity({ db: shared.db, blobs: outer.blobs, clock, adminLog, log, rate })
  const opened: Opened = { shared, database, outer: { ...outer, blobs: integrity.blobs }, keys, adminLog }
  const mailers = createMailers(options, opened)
  const workers = createWorkers(options, opened, mailers)
  const tools = createPdfTools(options, integrity.blobs)
  return {
    ...mailers,
    ...workers,
    integrity,
    services: servicesOf(options, opened, tools, mailers, workers),
    close: async () => {
      database.stop()
      await shared.locks.settled()
      for (const name of ['sealing', 'completion', 'renewal', 'anchors', 'retention'] as const)
        await workers[name].stop()
      await integrity.stop()
      for (const name of ['resetMailer', 'reminderMailer', 'relay'] as const) await mailers[name].stop()
      await tools.rewriter.close()
      if (options.inspector === undefined) await tools.inspector.close()
      await shared.close()
      outer.close()
    },
  }
}
