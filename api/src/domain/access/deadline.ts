import type { FileStatus } from 'shared/contract'
import { ApiError } from '../../platform/http/api-error.ts'

export interface DeadlineFacts {
  readonly status: FileStatus
  readonly deadline: number | null
}

/** By the clock: the worker may be late. */
export const isExpired = ({ status, deadline }: DeadlineFacts, now: number): boolean =>
  deadline !== null && deadline <= now && (status === 'UPLOADED' || status === 'PROCESSING')

export const ownerExpiredText =
  'El plazo para firmar este documento terminó. Amplía la fecha para que se pueda volver a firmar.'

export const checkNotExpiredForOwner = (facts: DeadlineFacts, now: number): void => {
  if (isExpired(facts, now)) throw new ApiError('DOCUMENT_EXPIRED', { message: ownerExpiredText })
}

export const checkNotExpired = (facts: DeadlineFacts, now: number): void => {
  if (isExpired(facts, now)) throw new ApiError('DOCUMENT_EXPIRED')
}
