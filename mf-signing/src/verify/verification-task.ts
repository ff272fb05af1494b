import type { RevocationEvidence, TrustedRoot, VerificationReport } from 'pdf/verify'

export interface Authorities {
  readonly roots: readonly TrustedRoot[]
  readonly intermediates: readonly Uint8Array[]
}

export interface VerificationTask {
  readonly bytes: Uint8Array
  readonly authorities: Authorities
  readonly revocation: RevocationEvidence
  readonly now: Date
}

export interface JudgingTask extends Omit<VerificationTask, 'revocation'> {
  readonly report: VerificationReport
}

export type VerificationAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'report'; readonly report: VerificationReport }
