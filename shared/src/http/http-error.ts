import type { ErrorBody, ErrorCode, FileError } from '../contract/index.ts'

type HttpFailure =
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

/** Thrown by `request`, besides `AbortError`. `message` is Spanish. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly failure: HttpFailure

  constructor(message: string, failure: HttpFailure, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }

  get status(): number | undefined {
    return this.failure.kind === 'network' ? undefined : this.failure.status
  }

  get code(): ErrorCode | undefined {
    return this.failure.kind === 'refused' ? this.failure.error?.code : undefined
  }

  /** Often more specific than the text for the status. */
  get serverMessage(): string | undefined {
    return this.failure.kind === 'refused' ? this.failure.error?.message : undefined
  }
}

export const REQUEST_FALLBACK = 'Error en la petición'

export const isNotFound = (error: unknown): boolean => error instanceof HttpError && error.status === 404

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
