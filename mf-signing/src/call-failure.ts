import { HttpError, messageOf, REQUEST_FALLBACK } from 'shared/http'

/** No answer came, or one that says nothing about what was asked: another attempt may end differently by itself. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === undefined || error.status >= 500

/** Whether a person who tries again in a moment may succeed: unanswered, or only asked too often. */
export const mayPass = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof HttpError && error.status === 429)

/** How a call failed, for whoever can repeat it. */
export interface Failed {
  readonly kind: 'failed'
  readonly message: string
  /** The same may work in a moment. */
  readonly again: boolean
}

export const failed = (error: unknown): Failed => ({
  kind: 'failed',
  message: messageOf(error, REQUEST_FALLBACK),
  again: mayPass(error),
})
