import { causedBy, failSpan, type RequestTracing } from 'shared/server'
import { createPollingLoop, WATCHED_PAUSES } from '../../platform/background/polling-loop.ts'
import type { DelayWork } from '../../platform/clock.ts'
import { claimantAt, type JobClaims } from '../../platform/database/claims.ts'
import { KillingJobError, refuseKilling } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { withoutOrigin } from '../../platform/origin.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { DoubtedError } from '../documents/doubted-error.ts'
import { NationalFormatError } from '../documents/format-problem.ts'
import { describeSealProblem, sealProblemOf, unmetRulesOf } from '../documents/seal-problem.ts'
import { storedDocument } from '../documents/stored-document.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { SEAL_WAIT } from '../jobs/seal-constants.ts'
import { claimJob, dueJobs, failAttempt, type SealJob } from '../jobs/seal-jobs.ts'
import { findOpenStop } from '../seal-log/stops.ts'
import { announceFailure } from './announce-completion.ts'
import { announceEnd } from './announce-sending.ts'
import { type SealingServices, sealDocument } from './seal-document.ts'

type SealingWorkerOptions = SealingServices &
  IssuingServices &
  Pick<ApiServices, 'documentEvents' | 'wakeMailWorker' | 'publicUrl'> & {
    readonly after: DelayWork
    readonly claims: JobClaims
    readonly wakeCertificateWorker: () => void
    readonly log: ServiceLog
    readonly adminLog: AdminLog
    readonly tracing: RequestTracing | undefined
  }

/** `waitForSeal` lets the last signer's response include the seal. */
export interface SealingWorker {
  tick(): Promise<number>
  start(): Promise<void>
  wake(): void
  /** Resolves when the attempt ends, or after 2 s. */
  waitForSeal(documentId: number): Promise<void>
  stop(): Promise<void>
}

const causeOf = (error: unknown) => {
  if (error instanceof NationalFormatError) return { rules: [...error.rules] }
  return error instanceof DoubtedError ? { doubt: error.doubt } : {}
}

const recordFailure = async (
  db: ApiDatabase,
  options: SealingWorkerOptions,
  job: SealJob,
  error: unknown,
): Promise<boolean> => {
  const { publicUrl, clock } = options
  const now = clock()
  const givenUp = await failAttempt(db, job, error, now)
  if (!givenUp) return false
  const problem = sealProblemOf(error)
  const { document_id: documentId } = job
  await db.updateTable('documents').set({ status: 'FAILED' }).where('id', '=', documentId).execute()
  const unmet = unmetRulesOf(error)
  const data = { attempts: job.attempts, problem, ...(unmet && { rules: unmet }) }
  await appendEvent(db, documentId, { at: now, kind: 'sealing-failed', actor: 'system', data })
  const reason = describeSealProblem(problem, unmet)
  await announceFailure(db, documentId, { reason, publicUrl, now })
  // The others of its sending do not wait for another attempt.
  await announceEnd(db, options, await storedDocument(db, documentId), now)
  return true
}

const sealOrRecordFailure = async (options: SealingWorkerOptions, job: SealJob): Promise<void> => {
  const { db, log, adminLog } = options
  const { document_id: documentId } = job
  try {
    refuseKilling(job)
    await sealDocument(options, documentId)
    log.info({ document: documentId, attempt: job.attempts }, 'document sealed')
  } catch (error) {
    failSpan(error)
    const givenUp = await db.transaction().execute((transaction) => recordFailure(transaction, options, job, error))
    const facts = { err: error, document: documentId, attempt: job.attempts }
    if (error instanceof KillingJobError) adminLog.record({ event: 'job-stopped', kind: 'seal', number: documentId })
    if (givenUp) {
      log.error(facts, 'sealing given up')
      const failure = { document: documentId, attempts: job.attempts, problem: sealProblemOf(error), ...causeOf(error) }
      adminLog.record({ event: 'sealing-given-up', ...failure })
    } else log.warn(facts, 'document not sealed, will be tried again')
  }
}

const attemptSeal = async (options: SealingWorkerOptions, documentId: number): Promise<boolean> => {
  const { db, clock, claims, documentEvents, wakeMailWorker, wakeCertificateWorker, tracing } = options
  if ((await findOpenStop(db)) !== undefined) return false
  const job = await claimJob(db, documentId, claimantAt(claims, clock()))
  if (job === undefined) return false
  const span = { name: 'seal document', attributes: { 'trazo.attempt': job.attempts } }
  await causedBy(tracing, job, span, () => sealOrRecordFailure(options, job))
  const { owner_id } = await storedDocument(db, documentId)
  wakeMailWorker()
  wakeCertificateWorker()
  documentEvents.publish(owner_id, { kind: 'changed', document_id: documentId })
  return true
}

/** Jobs are database rows, so they survive a crash. */
export const createSealingWorker = (options: SealingWorkerOptions): SealingWorker => {
  const { db, clock, log, after } = options
  const underWay = new Map<number, Promise<boolean>>()
  const report = (error: unknown): void => log.error({ err: error }, 'sealing worker failed')
  const run = (documentId: number): Promise<boolean> => {
    const running = underWay.get(documentId)
    if (running !== undefined) return running
    // The log must record no client address here.
    const work = withoutOrigin(() => attemptSeal(options, documentId)).finally(() => underWay.delete(documentId))
    underWay.set(documentId, work)
    return work
  }
  const tick = async (): Promise<number> => {
    let made = 0
    for (const documentId of await dueJobs(db, claimantAt(options.claims, clock()))) {
      if (loop.isStopping()) break
      if (underWay.has(documentId)) continue
      if (await run(documentId)) made += 1
    }
    return made
  }
  const loop = createPollingLoop(tick, WATCHED_PAUSES, report)
  return {
    tick,
    start: async () => {
      await options.claims.freeDead()
      loop.start()
    },
    wake: loop.wake,
    waitForSeal: (documentId) =>
      new Promise((resolve) => {
        const cancel = after(SEAL_WAIT, resolve)
        run(documentId)
          .catch(report)
          .finally(() => {
            cancel()
            resolve()
          })
      }),
    stop: async () => {
      await loop.stop()
      await Promise.allSettled(underWay.values())
    },
  }
}
