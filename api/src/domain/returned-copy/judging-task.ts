import { ranks, type ThreadTask } from '../../platform/threads/thread-task.ts'
import { VERIFICATION_TIME_LIMIT } from '../verification/constants.ts'
import type { AskedOfCopy, JudgedCopy } from './judge-copy.ts'

export interface CopyJudging {
  readonly path: string
  readonly asked: AskedOfCopy
}

export const judgeCopyTask: ThreadTask<CopyJudging, JudgedCopy> = {
  name: 'judge-copy',
  rank: ranks.file,
  timeLimit: VERIFICATION_TIME_LIMIT,
  moves: [],
}
