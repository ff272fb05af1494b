import { Worker } from 'node:worker_threads'
import type { AskRevocation } from 'pdf/cms/node'
import type { VerificationReport } from 'pdf/verify'
import { createSemaphore } from '../../platform/overload/semaphore.ts'
import { limitTime, threadTime } from '../../platform/overload/time-limit.ts'
import type { Authorities } from './authorities.ts'
import {
  VERIFICATION_HEAP_MB,
  VERIFICATION_TIME_LIMIT,
  VERIFICATIONS_AT_ONCE,
  VERIFICATIONS_WAITING,
} from './constants.ts'
import type { VerificationTask } from './verification-task.ts'

interface VerificationServices {
  readonly authorities: Authorities
  readonly verifyFile: VerifyFile
  readonly askPublic: AskRevocation
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly verification: VerificationServices
  }
}

type VerifyFile = (path: string, now: Date) => Promise<VerificationReport>

const WORKER = new URL('./verify-worker.ts', import.meta.url)
const EXHAUSTED: VerificationReport = { kind: 'unreadable', code: 'PDF_TOO_COMPLEX', claims: 0 }

const runWorker = (task: VerificationTask, timeLimit: number): Promise<VerificationReport> =>
  new Promise((resolve) => {
    const worker = new Worker(WORKER, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: VERIFICATION_HEAP_MB },
    })
    const settle = (report: VerificationReport): void => {
      stopWatching()
      void worker.terminate()
      resolve(report)
    }
    const stopWatching = limitTime(threadTime(worker), timeLimit, () => settle(EXHAUSTED))
    worker.once('message', settle)
    worker.once('error', () => settle(EXHAUSTED))
    worker.once('exit', () => settle(EXHAUSTED))
  })

/** Limits time and memory, so that no file can stop the server. */
export const createVerifyFile = (authorities: Authorities, timeLimit = VERIFICATION_TIME_LIMIT): VerifyFile => {
  const semaphore = createSemaphore(VERIFICATIONS_AT_ONCE, VERIFICATIONS_WAITING)
  return (path, now) => semaphore.run(() => runWorker({ path, authorities, now }, timeLimit))
}
