import type { FileStatus } from 'shared/contract'
import { ApiError } from '../../platform/http/api-error.ts'

/** `deadline`: milliseconds, the first moment at which signing is refused, or null. */
export interface DeadlineFacts {
  readonly status: FileStatus
  readonly deadline: number | null
}

/** By the clock: the worker may be late. */
export const isDeadlineOver = ({ status, deadline }: DeadlineFacts, now: number): boolean =>
  deadline !== null && deadline <= now && (status === 'UPLOADED' || status === 'PROCESSING')

export const ownerExpiredText =
  'El plazo para firmar este documento terminó. Amplía la fecha para que se pueda volver a firmar.'

/**
 * The owner can extend the date, so the message says so; signers get another one.
 *
 * @throws ApiError DOCUMENT_EXPIRED
 */
export const checkNotExpiredForOwner = (facts: DeadlineFacts, now: number): void => {
  if (isDeadlineOver(facts, now)) throw new ApiError('DOCUMENT_EXPIRED', { message: ownerExpiredText })
}

/** @throws ApiError DOCUMENT_EXPIRED */
export const checkNotExpired = (facts: DeadlineFacts, now: number): void => {
  if (isDeadlineOver(facts, now)) throw new ApiError('DOCUMENT_EXPIRED')
}
