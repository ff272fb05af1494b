/** An error shown to the client; others are internal. */
export abstract class RequestRefusal extends Error {
  abstract readonly status: number
  /** For the log. */
  abstract readonly code: string
  readonly retryAfterSeconds: number | undefined = undefined

  abstract body(requestId: string): object
}
