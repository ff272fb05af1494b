import { createPollingLoop } from '../../../platform/background/polling-loop.ts'
import { SECOND } from '../../../platform/clock.ts'
import type { Claims } from '../../../platform/database/claims.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { Log } from '../../../platform/logging.ts'
import type { AdminLog } from '../../../platform/monitoring/admin-log.ts'
import { withoutOrigin } from '../../../platform/origin.ts'
import type { Services } from '../../../platform/services.ts'
import { anchorLogs } from '../../audit/anchor-logs.ts'
import { claimCertificate, dueCertificates, failCertificate } from '../../jobs/certificate-jobs.ts'
import { type IssuingCertificateServices, issueCertificate } from './issue-certificate.ts'

type Options = IssuingCertificateServices &
  Pick<Services, 'timeStamps'> & {
    readonly claims: Claims
    readonly log: Pick<Log, 'warn' | 'error'>
    readonly adminLog: AdminLog
  }

/** For retries and crashes: completion issues certificates at once. */
const POLL_INTERVAL = 5 * SECOND
const TOLD_AT = 5

export interface CertificateWorker {
  /** @returns the number of attempts */
  tick(): Promise<number>
  /** Never rejects. */
  certify(documentId: number): Promise<void>
  start(): void
  stop(): Promise<void>
}

const attempt = async (options: Options, documentId: number): Promise<boolean> => {
  const { db, clock, claims, log, adminLog } = options
  const job = await claimCertificate(db, documentId, { now: clock(), process: claims.process })
  if (job === undefined) return false
  try {
    await issueCertificate(options, documentId)
  } catch (error) {
    const isFinal = error instanceof ApiError && error.code === 'EVIDENCE_LOG_ALTERED'
    await failCertificate(db, job, error, { now: clock(), isFinal })
    log.error({ err: error, document: documentId, attempt: job.attempts }, 'certificate not issued')
    if (isFinal || job.attempts === TOLD_AT)
      adminLog.record({ event: 'certificate-not-issued', document: documentId, attempts: job.attempts })
    return true
  }
  // The daily anchor makes up for a failure.
  await anchorLogs(options, documentId).catch((error: unknown) =>
    log.warn({ err: error, document: documentId }, 'log not anchored at completion'),
  )
  return true
}

export const createCertificateWorker = (options: Options): CertificateWorker => {
  const { db, clock, log } = options
  const report = (error: unknown): void => log.error({ err: error }, 'certificate worker failed')
  const run = (documentId: number): Promise<boolean> => withoutOrigin(() => attempt(options, documentId))
  const tick = async (): Promise<number> => {
    let made = 0
    for (const documentId of await dueCertificates(db, clock())) {
      if (loop.isStopping()) break
      if (await run(documentId)) made += 1
    }
    return made
  }
  const loop = createPollingLoop(tick, POLL_INTERVAL, report)
  return {
    tick,
    certify: async (documentId) => {
      await run(documentId).catch(report)
    },
    start: loop.start,
    stop: loop.stop,
  }
}
