import type { ChainProblem, RootKind } from '../cms/chain.ts'
import type { CmsProblem } from '../cms/read-cms.ts'
import type { PdfErrorCode } from '../syntax/pdf-error.ts'
import type { Change } from './changes.ts'
import type { PlaceProblem } from './locate-signatures.ts'

/**
 * What may be said of a signature, from the best to the worst. `valid`: made by whom it says, by a certificate that is
 * trusted, and nothing but what signing brings came after. `changed`: the same, and what came after is allowed and worth
 * knowing. `unknown`: intact, and nobody known vouches for the person. `unchecked`: it uses an algorithm that cannot be
 * computed here, so nothing is known. `suspicious`: what is shown may not be what was signed. `invalid`: the signature
 * does not hold.
 */
export const VERDICTS = ['valid', 'changed', 'unknown', 'unchecked', 'suspicious', 'invalid'] as const
export type Verdict = (typeof VERDICTS)[number]

/** PAdES baseline levels (ETSI EN 319 142-1); `CMS` for signatures in an older form than PAdES. */
export const LEVELS = ['CMS', 'B-B', 'B-T', 'B-LT', 'B-LTA'] as const
export type Level = (typeof LEVELS)[number]

/** By whose clock: a time stamp's authority, a later time stamp over the document, or the signer's own word. */
export const TIME_SOURCES = ['time-stamp', 'document-time-stamp', 'claimed', 'none'] as const
export type TimeSource = (typeof TIME_SOURCES)[number]

export interface SigningTime {
  readonly source: TimeSource
  readonly at: Date | undefined
  /** Whose clock it is. */
  readonly authority: string | undefined
  /** The authority leads to a trusted root, so that the time is proof. */
  readonly isProven: boolean
}

/** What a certificate says, and what it is: the platform's, the country's, or nobody's that is known. */
export interface CertificateReport {
  readonly name: string
  readonly organisation: string | undefined
  readonly identification: string | undefined
  readonly email: string | undefined
  readonly issuer: string
  /** Hexadecimal. */
  readonly serial: string
  readonly validFrom: Date
  readonly validTo: Date
  /** For example `ECDSA P-256`. */
  readonly key: string
  readonly trust: RootKind | 'unknown'
  readonly problem: ChainProblem | undefined
  /** DER, its own first, as far as a chain was found: what revocation is asked about. */
  readonly chain: readonly Uint8Array[]
}

export interface RevocationReport {
  readonly state: 'good' | 'revoked' | 'unknown'
  /** When it was revoked, or as of when it is known not to be. */
  readonly at: Date | undefined
}

/** Why a signature does not hold, or its place in the file cannot be relied on. */
export type Problem = PlaceProblem | CmsProblem | 'unreadable-signature' | 'time-stamp' | 'key-usage' | 'revoked'

export interface SignatureReport {
  readonly kind: 'signature' | 'document-time-stamp'
  readonly field: string
  readonly verdict: Verdict
  readonly problems: readonly Problem[]
  readonly certificate: CertificateReport | undefined
  readonly time: SigningTime
  readonly level: Level
  readonly revocation: RevocationReport
  /** For example SHA-256; `SHA-1` is weak and never `valid`. */
  readonly hash: string | undefined
  /** What digest and signature are called, for people; undefined if the signature cannot be read. */
  readonly algorithm: string | undefined
  readonly reason: string | undefined
  readonly location: string | undefined
  /** Bytes from the beginning of the file that the signature speaks of. */
  readonly covered: number
  readonly coversWholeFile: boolean
  /** It certifies the document: what may come after was laid down (ISO 32000-1, 12.8.2.2): 1 nothing, 2 forms, 3 notes. */
  readonly permits: 1 | 2 | 3 | undefined
  readonly changes: readonly Change[]
}

/** What a file is that was to be verified. */
export type VerificationReport =
  | {
      readonly kind: 'signed'
      readonly verdict: Verdict
      readonly signatures: readonly SignatureReport[]
      readonly hidden: number
    }
  | { readonly kind: 'unsigned'; readonly pages: number }
  /** Cannot be read strictly. `claims`: it says that it is signed, which must not be believed. */
  | { readonly kind: 'unreadable'; readonly code: PdfErrorCode; readonly claims: number }

export const worstOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.reduce<Verdict>((worst, each) => (VERDICTS.indexOf(each) > VERDICTS.indexOf(worst) ? each : worst), 'valid')
