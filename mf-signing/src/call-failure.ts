import { HttpError, messageOf } from 'shared/http'

/** A retry may succeed. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === undefined || error.status >= 500

/** Also true for rate limits. */
export const mayPass = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof HttpError && error.status === 429)

export interface Failed {
  readonly kind: 'failed'
  readonly message: string
  readonly again: boolean
}

export const failed = (error: unknown): Failed => ({
  kind: 'failed',
  message: messageOf(error),
  again: mayPass(error),
})
