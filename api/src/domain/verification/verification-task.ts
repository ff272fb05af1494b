import type { AskRevocation } from 'pdf/cms/node'
import type { VerificationReport } from 'pdf/verify'
import type { NationalFormat } from 'pdf/verify/national'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { shareOf } from '../../platform/overload/fair-queue.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { createFairSemaphore, type FairSemaphore } from '../../platform/overload/semaphore.ts'
import { type RunOptions, ranks, type ThreadTask, type ThreadTasks } from '../../platform/threads/thread-task.ts'
import type { Authorities } from './authorities.ts'
import {
  VERIFICATION_TIME_LIMIT,
  VERIFICATIONS_AT_ONCE,
  VERIFICATIONS_WAITING,
  VERIFICATIONS_WAITING_EACH,
} from './constants.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly verification: {
      readonly authorities: Authorities
      readonly verifyFile: VerifyFile
      readonly askPublic: AskRevocation
    }
    readonly judgeNationalFormat: JudgeNationalFormat
  }
}

export interface Verification {
  readonly path: string
  readonly authorities: Authorities
  readonly now: Date
}

export interface Judging extends Omit<Verification, 'path'> {
  readonly bytes: Uint8Array
}

const verification = { rank: ranks.background, timeLimit: VERIFICATION_TIME_LIMIT, moves: ['bytes'] } as const

export const verifyTask: ThreadTask<Verification, VerificationReport> = { ...verification, name: 'verify' }
export const judgeTask: ThreadTask<Judging, NationalFormat> = { ...verification, name: 'judge' }

export type VerificationLimits = Pick<RunOptions, 'timeLimit'>

/** @param exhausted the answer at a limit, or after a crash */
export const createVerificationRunner =
  <Request extends object, Answer>(
    threads: ThreadTasks,
    task: ThreadTask<Request, Answer>,
    exhausted: Answer,
    limits: VerificationLimits,
    semaphore: FairSemaphore = createFairSemaphore(VERIFICATIONS_AT_ONCE, VERIFICATIONS_WAITING, VERIFICATIONS_AT_ONCE),
  ): ((request: Request, account?: string) => Promise<Answer>) =>
  (request, account = 'all') =>
    semaphore.run({ account }, async () => {
      try {
        return await threads.run(task, request, limits)
      } catch (error) {
        if (error instanceof OverloadError || classifyInfrastructureError(error) !== undefined) throw error
        return exhausted
      }
    })

/** @param account whose share of the queue it takes: strangers, by address */
type VerifyFile = (path: string, now: Date, account: string) => Promise<VerificationReport>

const UNVERIFIED: VerificationReport = { kind: 'unreadable', code: 'PDF_TOO_COMPLEX', claims: 0 }

/** Limits time and memory, so that no file can stop the server. */
export const createVerifyFile = (
  threads: ThreadTasks,
  authorities: Authorities,
  limits: VerificationLimits = {},
): VerifyFile => {
  const fair = createFairSemaphore(
    VERIFICATIONS_AT_ONCE,
    VERIFICATIONS_WAITING,
    shareOf(VERIFICATIONS_AT_ONCE),
    VERIFICATIONS_WAITING_EACH,
  )
  const run = createVerificationRunner(threads, verifyTask, UNVERIFIED, limits, fair)
  return (path, now, account) => run({ path, authorities, now }, account)
}

/** Takes the bytes over; `unreadable` also beyond the limits. */
export type JudgeNationalFormat = (bytes: Uint8Array, now: Date) => Promise<NationalFormat>

const UNJUDGED: NationalFormat = { kind: 'unreadable' }

export const createJudgeNationalFormat = (
  threads: ThreadTasks,
  authorities: Authorities,
  limits: VerificationLimits = {},
): JudgeNationalFormat => {
  const run = createVerificationRunner(threads, judgeTask, UNJUDGED, limits)
  return (bytes, now) => run({ bytes, authorities, now })
}
