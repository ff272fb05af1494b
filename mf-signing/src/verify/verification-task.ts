import type { RevocationEvidence, TrustedRoot, VerificationReport } from 'pdf/verify'

export interface VerificationAuthorities {
  readonly roots: readonly TrustedRoot[]
  readonly intermediates: readonly Uint8Array[]
}

export interface VerificationTask {
  readonly bytes: Uint8Array
  readonly authorities: VerificationAuthorities
  readonly revocation: RevocationEvidence
  readonly now: Date
}

export interface JudgingTask extends Omit<VerificationTask, 'revocation'> {
  readonly report: VerificationReport
}

export type VerificationAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'report'; readonly report: VerificationReport }
