import type { AskRevocation } from 'pdf/cms/node'
import type { VerificationReport } from 'pdf/verify'
import type { NationalFormat } from 'pdf/verify/national'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { createSemaphore } from '../../platform/overload/semaphore.ts'
import { type RunOptions, ranks, type ThreadTask, type ThreadTasks } from '../../platform/threads/thread-task.ts'
import type { Authorities } from './authorities.ts'
import { VERIFICATION_TIME_LIMIT, VERIFICATIONS_AT_ONCE, VERIFICATIONS_WAITING } from './constants.ts'
import type { PreparedPlace } from './prepared-places.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly verification: {
      readonly authorities: Authorities
      readonly verifyFile: VerifyFile
      readonly askPublic: AskRevocation
    }
    readonly judgeNationalFormat: JudgeNationalFormat
    readonly checkSoundness: CheckSoundness
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

export interface SoundnessCheck extends Judging {
  /** Bytes of the upload, with the signatures that it brought. */
  readonly uploadSize: number
  /** Where signers may draw. */
  readonly places: readonly PreparedPlace[]
}

/** `exhausted`: beyond the limits, or a crash. */
export type Soundness =
  | { readonly kind: 'sound' | 'exhausted' }
  /** `problem` is for logs. */
  | { readonly kind: 'doubted'; readonly problem: string }

const verification = { rank: ranks.background, timeLimit: VERIFICATION_TIME_LIMIT, moves: ['bytes'] } as const

export const verifyTask: ThreadTask<Verification, VerificationReport> = { ...verification, name: 'verify' }
export const judgeTask: ThreadTask<Judging, NationalFormat> = { ...verification, name: 'judge' }

export const soundnessTask: ThreadTask<SoundnessCheck, Soundness> = { ...verification, name: 'check-soundness' }

export type VerificationLimits = Pick<RunOptions, 'timeLimit'>

/** @param exhausted the answer at a limit, or after a crash */
export const createVerificationRunner = <Request extends object, Answer>(
  threads: ThreadTasks,
  task: ThreadTask<Request, Answer>,
  exhausted: Answer,
  limits: VerificationLimits,
): ((request: Request) => Promise<Answer>) => {
  const semaphore = createSemaphore(VERIFICATIONS_AT_ONCE, VERIFICATIONS_WAITING)
  return (request) =>
    semaphore.run(async () => {
      try {
        return await threads.run(task, request, limits)
      } catch (error) {
        if (error instanceof OverloadError || classifyInfrastructureError(error) !== undefined) throw error
        return exhausted
      }
    })
}

type VerifyFile = (path: string, now: Date) => Promise<VerificationReport>

const UNVERIFIED: VerificationReport = { kind: 'unreadable', code: 'PDF_TOO_COMPLEX', claims: 0 }

/** Limits time and memory, so that no file can stop the server. */
export const createVerifyFile = (
  threads: ThreadTasks,
  authorities: Authorities,
  limits: VerificationLimits = {},
): VerifyFile => {
  const run = createVerificationRunner(threads, verifyTask, UNVERIFIED, limits)
  return (path, now) => run({ path, authorities, now })
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

/** Takes the bytes over. */
export type CheckSoundness = (check: Omit<SoundnessCheck, 'authorities'>) => Promise<Soundness>

export const createCheckSoundness = (
  threads: ThreadTasks,
  authorities: Authorities,
  limits: VerificationLimits = {},
): CheckSoundness => {
  const run = createVerificationRunner<SoundnessCheck, Soundness>(threads, soundnessTask, { kind: 'exhausted' }, limits)
  return (check) => run({ ...check, authorities })
}
