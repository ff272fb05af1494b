import { causedBy, failSpan, type RequestTracing } from 'shared/server'
import { createPollingLoop, type PollingLoop, WATCHED_PAUSES } from '../../../platform/background/polling-loop.ts'
import { claimantAt, type JobClaims } from '../../../platform/database/claims.ts'
import { KillingJobError, refuseKilling } from '../../../platform/database/deaths.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ServiceLog } from '../../../platform/logging.ts'
import type { AdminLog } from '../../../platform/monitoring/admin-log.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { anchorLogs } from '../../audit/anchor-logs.ts'
import { type CertificateJob, claimCertificate, dueCertificates, failCertificate } from '../../jobs/certificate-jobs.ts'
import { type IssuingCertificateServices, issueCertificate } from './issue-certificate.ts'

type CertificateWorkerOptions = IssuingCertificateServices &
  Pick<ApiServices, 'timeStamps'> & {
    readonly claims: JobClaims
    readonly log: Pick<ServiceLog, 'warn' | 'error'>
    readonly adminLog: AdminLog
    readonly tracing: RequestTracing | undefined
  }

/**
 * After about 30 seconds of pauses. Administrators read it once in their log; retries go on without an end, because a
 * completed document must get its certificate.
 */
const REPORTED_ATTEMPT = 5

const issueOrRecordFailure = async (options: CertificateWorkerOptions, job: CertificateJob): Promise<void> => {
  const { db, clock, log, adminLog } = options
  const { document_id: documentId } = job
  try {
    refuseKilling(job)
    await issueCertificate(options, documentId)
  } catch (error) {
    failSpan(error)
    const kills = error instanceof KillingJobError
    const isFinal = kills || (error instanceof ApiError && error.code === 'EVIDENCE_LOG_ALTERED')
    if (kills) adminLog.record({ event: 'job-stopped', kind: 'certificate', number: documentId })
    await failCertificate(db, job, error, { now: clock(), isFinal })
    log.error({ err: error, document: documentId, attempt: job.attempts }, 'certificate not issued')
    if (isFinal || job.attempts === REPORTED_ATTEMPT)
      adminLog.record({ event: 'certificate-not-issued', document: documentId, attempts: job.attempts })
  }
}

const attemptCertificate = async (options: CertificateWorkerOptions, documentId: number): Promise<boolean> => {
  const { db, clock, claims, tracing } = options
  const job = await claimCertificate(db, documentId, claimantAt(claims, clock()))
  if (job === undefined) return false
  const span = { name: 'issue certificate', attributes: { 'trazo.attempt': job.attempts } }
  await causedBy(tracing, job, span, () => issueOrRecordFailure(options, job))
  return true
}

/** One time stamp for all; the daily anchor makes up for a failure. */
const anchor = async (options: CertificateWorkerOptions, documents: readonly number[]): Promise<void> => {
  try {
    await anchorLogs(options, documents)
  } catch (error) {
    options.log.warn({ err: error, documents }, 'logs not anchored at completion')
  }
}

/** Signers do not wait for it. */
export const createCertificateWorker = (options: CertificateWorkerOptions): PollingLoop => {
  const { db, clock, claims, log } = options
  const tick = async (): Promise<number> => {
    const attempted: number[] = []
    for (const documentId of await dueCertificates(db, claimantAt(claims, clock()))) {
      if (loop.isStopping()) break
      if (await attemptCertificate(options, documentId)) attempted.push(documentId)
    }
    if (attempted.length > 0) await anchor(options, attempted)
    return attempted.length
  }
  const loop = createPollingLoop(tick, WATCHED_PAUSES, (error) =>
    log.error({ err: error }, 'certificate worker failed'),
  )
  return loop
}
