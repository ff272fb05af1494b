import type { Trouble } from '../../platform/failure-kind.ts'
import { troubleAnswers } from '../../platform/http/failure-answers.ts'
import { troubleOf } from '../../platform/infrastructure-failure.ts'
import { type FileProblem, FileRefusal, fileProblems } from '../documents/file-refusal.ts'

const problems: Readonly<Record<Trouble, FileProblem>> = {
  full: fileProblems.storageFull,
  'read-only': fileProblems.storageReadOnly,
  away: fileProblems.unavailable,
}

/** Converts infrastructure failures only. */
export const asFileRefusal = (error: unknown, now: number): unknown => {
  const trouble = troubleOf(error)
  if (trouble === undefined) return error
  const { retryAfterSeconds } = troubleAnswers[trouble]
  return new FileRefusal(problems[trouble], now, { retryAfterSeconds, cause: error })
}
