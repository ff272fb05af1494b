import type { Authorities } from './authorities.ts'

export interface VerificationTask {
  readonly path: string
  readonly authorities: Authorities
  readonly now: Date
}
