import type { ErrorCode } from 'shared/contract'
import type { Trouble } from '../failure-kind.ts'

/** Responses during infrastructure failures. */
export const troubleAnswers = {
  full: { code: 'STORAGE_FULL', retryAfterSeconds: 60 },
  'read-only': { code: 'STORAGE_READ_ONLY', retryAfterSeconds: 60 },
  away: { code: 'UNAVAILABLE', retryAfterSeconds: 2 },
} as const satisfies Record<Trouble, { readonly code: ErrorCode; readonly retryAfterSeconds: number }>
