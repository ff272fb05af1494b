import type { NationalFormat } from 'pdf/verify/national'
import type { ThreadTasks } from '../../platform/threads/thread-task.ts'
import type { Authorities } from './authorities.ts'
import { createVerificationRunner, judgeTask, type VerificationLimits } from './verification-task.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly judgeNationalFormat: JudgeNationalFormat
  }
}

/** Takes the bytes over; `unreadable` also beyond the limits. */
export type JudgeNationalFormat = (bytes: Uint8Array, now: Date) => Promise<NationalFormat>

const EXHAUSTED: NationalFormat = { kind: 'unreadable' }

export const createJudgeNationalFormat = (
  threads: ThreadTasks,
  authorities: Authorities,
  limits: VerificationLimits = {},
): JudgeNationalFormat => {
  const run = createVerificationRunner(threads, judgeTask, EXHAUSTED, limits)
  return (bytes, now) => run({ bytes, authorities, now })
}
