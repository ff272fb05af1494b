import type { InfrastructureFailure } from '../../platform/failure-kind.ts'
import { failureAnswers } from '../../platform/http/failure-answers.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { type FileProblem, FileRefusal, fileProblems } from '../documents/file-refusal.ts'

const problems: Readonly<Record<InfrastructureFailure, FileProblem>> = {
  full: fileProblems.storageFull,
  'read-only': fileProblems.storageReadOnly,
  unavailable: fileProblems.unavailable,
}

/** Converts infrastructure failures only. */
export const asFileRefusal = (error: unknown, now: number): unknown => {
  const failure = classifyInfrastructureError(error)
  if (failure === undefined) return error
  const { retryAfterSeconds } = failureAnswers[failure]
  return new FileRefusal(problems[failure], now, { retryAfterSeconds, cause: error })
}
