import type { ErrorCode } from 'shared/contract'
import type { InfrastructureFailure } from '../failure-kind.ts'

export const failureAnswers = {
  full: { code: 'STORAGE_FULL', retryAfterSeconds: 60 },
  'read-only': { code: 'STORAGE_READ_ONLY', retryAfterSeconds: 60 },
  unavailable: { code: 'UNAVAILABLE', retryAfterSeconds: 2 },
} as const satisfies Record<InfrastructureFailure, { readonly code: ErrorCode; readonly retryAfterSeconds: number }>
