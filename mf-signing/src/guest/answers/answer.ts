import type { ErrorCode } from 'shared/contract'
import { HttpError } from 'shared/http'
import type { FailedCall } from '../../call-failure.ts'
import { failedCall } from '../../call-failure.ts'

export type AnswerOutcome = { readonly kind: 'given' } | FailedCall

/** `done`: error code that proves an earlier success. */
export const giveAnswer = async (call: () => Promise<unknown>, done?: ErrorCode): Promise<AnswerOutcome> => {
  try {
    await call()
  } catch (error) {
    const isDone = done !== undefined && error instanceof HttpError && error.code === done
    if (!isDone) return failedCall(error)
  }
  return { kind: 'given' }
}
