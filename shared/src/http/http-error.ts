import type { ErrorBody, ErrorCode, FileError } from '../contract/index.ts'

/** What went wrong with a call: it never arrived, it was refused, or its answer broke the contract. */
export type HttpFailure =
  | { kind: 'network' }
  | {
      kind: 'refused'
      status: number
      body: unknown
      error?: ErrorBody
      fileError?: FileError
      retryAfter?: number
    }
  | { kind: 'unexpected-reply'; status: number }

/** The one error that `request` throws (besides `AbortError`). `message` is Spanish and made for a person. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly failure: HttpFailure

  constructor(message: string, failure: HttpFailure, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }

  /** HTTP status, or undefined when no answer came. */
  get status(): number | undefined {
    return this.failure.kind === 'network' ? undefined : this.failure.status
  }

  /** The API's own code, when it named one. */
  get code(): ErrorCode | undefined {
    return this.failure.kind === 'refused' ? this.failure.error?.code : undefined
  }

  /** What the server wrote for this case, where that says more than the status's standard text. */
  get serverMessage(): string | undefined {
    return this.failure.kind === 'refused' ? this.failure.error?.message : undefined
  }
}

/** The most helpful text for a person: the server's own words, else the error's, else `fallback`. */
export const messageOf = (error: unknown, fallback: string): string => {
  if (error instanceof HttpError) return error.serverMessage ?? error.message
  return fallback
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
