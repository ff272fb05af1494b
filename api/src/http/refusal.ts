/** A failure that the caller is told about, in a body of its own shape. Anything else that is thrown is a fault. */
export abstract class Refusal extends Error {
  /** HTTP status. */
  abstract readonly status: number
  /** Stable name, for the log. */
  abstract readonly code: string
  readonly retryAfterSeconds: number | undefined = undefined

  abstract body(requestId: string): object
}
