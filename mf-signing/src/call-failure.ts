import { HttpError, kindOfFailure, messageOf } from 'shared/http'

/** The server did not decide: no answer, or an error of its own. A retry may succeed. */
export const isUnanswered = (error: unknown): boolean =>
  kindOfFailure(error) === 'unanswered' || (error instanceof HttpError && (error.status ?? 0) >= 500)

/** The server may have done what was asked: an unknown error may come after its answer. */
export const mayBeDone = (error: unknown): boolean => isUnanswered(error) || kindOfFailure(error) === 'unknown'

/** Also true for rate limits. */
export const mayPass = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof HttpError && error.status === 429)

export interface FailedCall {
  readonly kind: 'failed'
  readonly message: string
  readonly again: boolean
}

export const failedCall = (error: unknown): FailedCall => ({
  kind: 'failed',
  message: messageOf(error),
  again: mayPass(error),
})
