import { type ThreadTask, type ThreadTasks, taskRanks } from '../../platform/threads/thread-task.ts'
import { createVerificationRunner, type VerificationLimits } from '../verification/verification-task.ts'
import { COPY_TIME_LIMIT } from './constants.ts'
import type { AskedOfCopy, CopyJudging, JudgedCopy } from './judge-copy.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly judgeCopyFile: JudgeCopyFile
  }
}

export const judgeCopyTask: ThreadTask<CopyJudging, JudgedCopy> = {
  name: 'judge-copy',
  rank: taskRanks.file,
  timeLimit: COPY_TIME_LIMIT,
  moves: [],
}

/** Limits time and memory: the file is hostile. */
export type JudgeCopyFile = (path: string, asked: AskedOfCopy) => Promise<JudgedCopy>

/** A copy that cannot be compared is refused, never accepted unseen. */
const EXHAUSTED: JudgedCopy = { kind: 'refused', reason: 'COPY_NOT_COMPARED', detail: 'exhausted' }

/** @param limits for tests */
export const createJudgeCopyFile = (threads: ThreadTasks, limits: VerificationLimits = {}): JudgeCopyFile => {
  const run = createVerificationRunner(threads, judgeCopyTask, EXHAUSTED, limits)
  return (path, asked) => run({ path, asked })
}
