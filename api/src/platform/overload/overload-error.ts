import { SemaphoreFullError } from './semaphore.ts'

/**
 * `queue`: a queue for passwords or verifications is full.
 * `starved`: work on a document hardly got the processor.
 */
export const shedReasons = ['event-loop', 'heap', 'memory', 'signings', 'uploads', 'queue', 'starved'] as const
export type ShedReason = (typeof shedReasons)[number]

/** A call was rejected before it changed anything; the client may retry it. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError'
  readonly reason: ShedReason

  constructor(reason: ShedReason) {
    super(`too much to do: ${reason}`)
    this.reason = reason
  }
}

export const shedReasonOf = (error: unknown): ShedReason | undefined => {
  if (error instanceof OverloadError) return error.reason
  return error instanceof SemaphoreFullError ? 'queue' : undefined
}
