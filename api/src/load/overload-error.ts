import { GateFullError } from '../files/gate.ts'

/**
 * What there is too much of: work of the process as a whole (`event-loop`, `heap`, `memory`), signatures or uploads
 * under way, or others that wait their turn at a gate (`queue`: passwords, files to verify).
 */
export const shedReasons = ['event-loop', 'heap', 'memory', 'signings', 'uploads', 'queue'] as const
export type ShedReason = (typeof shedReasons)[number]

/** A call was sent away at the door: nothing of it was begun, and it may be made again in a moment. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError'
  readonly reason: ShedReason

  constructor(reason: ShedReason) {
    super(`too much to do: ${reason}`)
    this.reason = reason
  }
}

/** Why a call was sent away; undefined where something else went wrong. */
export const shedReasonOf = (error: unknown): ShedReason | undefined => {
  if (error instanceof OverloadError) return error.reason
  return error instanceof GateFullError ? 'queue' : undefined
}
