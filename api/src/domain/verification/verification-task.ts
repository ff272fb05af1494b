import type { AskRevocation } from 'pdf/cms/node'
import type { VerificationReport } from 'pdf/verify'
import type { NationalFormat } from 'pdf/verify/national'
import { createFairSemaphore, createSemaphore, shareOf } from 'shared/server'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { type RunOptions, type ThreadTask, type ThreadTasks, taskRanks } from '../../platform/threads/thread-task.ts'
import type { TrustedAuthorities } from './authorities.ts'
import {
  PICTURE_TIME_LIMIT,
  PICTURE_TIME_SHARE,
  VERIFICATION_TIME_LIMIT,
  VERIFICATIONS_AT_ONCE,
  VERIFICATIONS_WAITING,
  VERIFICATIONS_WAITING_EACH,
} from './constants.ts'
import type { PreparedPlace } from './prepared-places.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly verification: {
      readonly authorities: TrustedAuthorities
      readonly verifyFile: VerifyFile
      readonly writeReport: WriteEtsiReport
      readonly askPublic: AskRevocation
    }
    readonly judgeNationalFormat: JudgeNationalFormat
    readonly checkSoundness: CheckSoundness
  }
}

/** A file to verify at a moment. */
export interface VerificationInput {
  readonly path: string
  readonly authorities: TrustedAuthorities
  readonly now: Date
}

/** As `VerificationInput`, with bytes that the caller has. */
export interface JudgingInput extends Omit<VerificationInput, 'path'> {
  readonly bytes: Uint8Array
}

/** A finished document before it is called complete. */
export interface SoundnessCheck extends JudgingInput {
  /** Bytes of the revision with the empty fields, before the first signature here. */
  readonly preparedSize: number
  /** Where signers may draw. */
  readonly places: readonly PreparedPlace[]
}

/** `exhausted`: beyond the limits, or a crash. */
export type TaskSoundness =
  | { readonly kind: 'sound' | 'exhausted' }
  /** `problem` is for logs. */
  | { readonly kind: 'doubted'; readonly problem: string }

const verification = { rank: taskRanks.background, timeLimit: VERIFICATION_TIME_LIMIT, moves: ['bytes'] } as const

/** By structure alone. */
export interface StructureVerdict {
  readonly report: VerificationReport
  /** CPU milliseconds. */
  readonly spent: number
  readonly needsPictures: boolean
}

/** The second judge: draws pages before and after the signatures and compares the pictures. */
export interface PictureJudging {
  readonly path: string
  readonly report: VerificationReport
  /** CPU milliseconds for drawing. */
  readonly milliseconds: number
}

export const verifyTask: ThreadTask<VerificationInput, StructureVerdict> = { ...verification, name: 'verify' }
/** Its file stays: the thread reads it by path. */
export const pictureTask: ThreadTask<PictureJudging, VerificationReport> = {
  ...verification,
  name: 'pictures',
  moves: [],
}
/** The report as XML of ETSI TS 119 102-2. Its file stays, too. */
export interface ReportWriting {
  readonly path: string
  readonly report: VerificationReport
  readonly now: Date
}

/** `xml` is undefined for a file without signatures, and beyond the limits. */
export interface EtsiReportText {
  readonly xml: string | undefined
}

export const etsiReportTask: ThreadTask<ReportWriting, EtsiReportText> = {
  ...verification,
  name: 'etsi-report',
  moves: [],
}
export const judgeTask: ThreadTask<JudgingInput, NationalFormat> = { ...verification, name: 'judge' }

export const soundnessTask: ThreadTask<SoundnessCheck, TaskSoundness> = { ...verification, name: 'check-soundness' }

export type VerificationLimits = Pick<RunOptions, 'timeLimit'>

/** @param exhausted the answer at a limit, or after a crash */
export const createVerificationRunner = <Request extends object, Answer>(
  threads: ThreadTasks,
  task: ThreadTask<Request, Answer>,
  exhausted: Answer,
  limits: VerificationLimits = {},
): ((request: Request) => Promise<Answer>) => {
  const semaphore = createSemaphore(VERIFICATIONS_AT_ONCE, VERIFICATIONS_WAITING)
  return (request) => semaphore.run(() => answerOr(exhausted, () => threads.run(task, request, limits)))
}

/** No file is to blame for overload or an unavailable service. */
const answerOr = async <Answer>(exhausted: Answer, run: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof OverloadError || classifyInfrastructureError(error) !== undefined) throw error
    return exhausted
  }
}

/** @param account whose share of the queue it takes: strangers, by address */
type VerifyFile = (path: string, now: Date, account: string) => Promise<VerificationReport>

/** At a limit or after a crash: never a good verdict. */
const UNVERIFIED: StructureVerdict = {
  report: { kind: 'unreadable', code: 'PDF_TOO_COMPLEX', claims: 0 },
  spent: 0,
  needsPictures: false,
}

/** For tests. */
export interface FileLimits extends VerificationLimits {
  /** CPU milliseconds. */
  readonly pictureTimeLimit?: number
}

const semaphoreOfStrangers = () =>
  createFairSemaphore(
    VERIFICATIONS_AT_ONCE,
    VERIFICATIONS_WAITING,
    shareOf(VERIFICATIONS_AT_ONCE),
    VERIFICATIONS_WAITING_EACH,
  )

/**
 * Both judges. Limits time and memory, so that no file can stop the
 * server. Beyond the limits of the pictures the answer is the verdict by
 * structure, whose `picture` says that pages were not compared.
 */
export const createVerifyFile = (
  threads: ThreadTasks,
  authorities: TrustedAuthorities,
  { pictureTimeLimit = PICTURE_TIME_LIMIT, ...limits }: FileLimits = {},
): VerifyFile => {
  const semaphore = semaphoreOfStrangers()
  return (path, now, account) =>
    semaphore.run({ account }, async () => {
      const verify = (): Promise<StructureVerdict> => threads.run(verifyTask, { path, authorities, now }, limits)
      const { report, spent, needsPictures } = await answerOr(UNVERIFIED, verify)
      if (!needsPictures) return report
      const timeLimit = Math.min(pictureTimeLimit, VERIFICATION_TIME_LIMIT - spent)
      const request = { path, report, milliseconds: timeLimit * PICTURE_TIME_SHARE }
      return answerOr(report, () => threads.run(pictureTask, request, { timeLimit: Math.max(0, timeLimit) }))
    })
}

/** Takes the bytes over; `unreadable` also beyond the limits. */
export type JudgeNationalFormat = (bytes: Uint8Array, now: Date) => Promise<NationalFormat>

/** At a limit or after a crash. */
const UNJUDGED: NationalFormat = { kind: 'unreadable' }

export const createJudgeNationalFormat = (
  threads: ThreadTasks,
  authorities: TrustedAuthorities,
  limits: VerificationLimits = {},
): JudgeNationalFormat => {
  const run = createVerificationRunner(threads, judgeTask, UNJUDGED, limits)
  return (bytes, now) => run({ bytes, authorities, now })
}

/** @param account as for `VerifyFile` */
export type WriteEtsiReport = (writing: ReportWriting, account: string) => Promise<EtsiReportText>

export const createWriteEtsiReport = (threads: ThreadTasks, limits: VerificationLimits = {}): WriteEtsiReport => {
  const semaphore = semaphoreOfStrangers()
  return (writing, account) =>
    semaphore.run({ account }, () =>
      answerOr<EtsiReportText>({ xml: undefined }, () => threads.run(etsiReportTask, writing, limits)),
    )
}

/** Takes the bytes over. */
export type CheckSoundness = (check: Omit<SoundnessCheck, 'authorities'>) => Promise<TaskSoundness>

export const createCheckSoundness = (threads: ThreadTasks, authorities: TrustedAuthorities): CheckSoundness => {
  const run = createVerificationRunner<SoundnessCheck, TaskSoundness>(threads, soundnessTask, { kind: 'exhausted' })
  return (check) => run({ ...check, authorities })
}
