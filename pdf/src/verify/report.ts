import type { StatedPurpose } from '../cms/certificate-purpose.ts'
import type { ChainProblem, RootKind } from '../cms/chain.ts'
import type { DistrustKind } from '../cms/distrust.ts'
import type { CmsProblem } from '../cms/read-cms.ts'
import type { PageRect } from '../syntax/page-geometry.ts'
import type { PdfErrorCode } from '../syntax/pdf-error.ts'
import type { DocumentChange } from './changes.ts'
import type { PlaceProblem } from './locate-signatures.ts'

/**
 * From best to worst. `changed`: also notable changes.
 * `unknown`: intact, but no trusted root or a weak hash.
 * `unchecked`: an unsupported algorithm, a weak key or
 * certificate, or a certificate for something else. `suspicious`: the content may differ
 * from the signed one. `invalid`: verification failed.
 */
export const SIGNATURE_VERDICTS = ['valid', 'changed', 'unknown', 'unchecked', 'suspicious', 'invalid'] as const
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number]

/** PAdES baseline levels (ETSI EN 319 142-1); `CMS`: older formats. */
export const SIGNATURE_LEVELS = ['CMS', 'B-B', 'B-T', 'B-LT', 'B-LTA'] as const
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number]

/** `claimed`: the signer's own clock. */
export const TIME_SOURCES = ['time-stamp', 'document-time-stamp', 'claimed', 'none'] as const
export type TimeSource = (typeof TIME_SOURCES)[number]

export interface SigningTime {
  readonly source: TimeSource
  readonly at: Date | undefined
  readonly authority: string | undefined
  /** The authority chains to a trusted root. */
  readonly isProven: boolean
}

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
  readonly purpose: StatedPurpose
  /** DER, own certificate first; input of revocation requests. */
  readonly chain: readonly Uint8Array[]
}

export interface RevocationReport {
  readonly state: 'good' | 'revoked' | 'unknown'
  readonly at: Date | undefined
}

export type SignatureProblem =
  | PlaceProblem
  | CmsProblem
  | DistrustKind
  | 'unreadable-signature'
  | 'time-stamp'
  | 'key-usage'
  | 'revoked'

/** Rectangle of a page; pages from 1, fractions of the visible page. */
export interface PlacedRect {
  readonly page: number
  readonly rect: PageRect
}

/** From 1, both ends included. */
export interface PageRange {
  readonly from: number
  readonly to: number
}

/**
 * `same`: all pages look as signed outside of the told rectangles, or
 * nothing follows the signature. `incomplete`: no difference on the
 * pages that were compared. `not-compared`: nothing was drawn.
 */
export const PICTURE_STATES = ['same', 'different', 'incomplete', 'not-compared'] as const
export type PictureState = (typeof PICTURE_STATES)[number]

/** Comparison of the signed revision's pages with those of the file as it is now. */
export interface PictureFinding {
  readonly state: PictureState
  /** Outside of the rectangles of `changes`. */
  readonly differences: readonly PlacedRect[]
  /** Also with `different`. */
  readonly uncompared: readonly PageRange[]
}

export const SAME_PICTURE: PictureFinding = { state: 'same', differences: [], uncompared: [] }
export const NOT_COMPARED: PictureFinding = { state: 'not-compared', differences: [], uncompared: [] }

/** One signature for people and programs; texts are in `words/`. */
export interface SignatureReport {
  readonly kind: 'signature' | 'document-time-stamp'
  readonly field: string
  readonly verdict: SignatureVerdict
  readonly problems: readonly SignatureProblem[]
  readonly certificate: CertificateReport | undefined
  readonly time: SigningTime
  readonly level: SignatureLevel
  readonly revocation: RevocationReport
  /** The weakest of those that bind the document; `SHA-1` is never `valid`. */
  readonly hash: string | undefined
  /** For people, for example `RSA con SHA-256`. */
  readonly algorithm: string | undefined
  readonly reason: string | undefined
  readonly location: string | undefined
  /** Bytes from the start of the file. */
  readonly covered: number
  readonly coversWholeFile: boolean
  /**
   * DocMDP (ISO 32000-1, 12.8.2.2): 1 nothing, 2 forms,
   * 3 annotations.
   */
  readonly permits: 1 | 2 | 3 | undefined
  readonly changes: readonly DocumentChange[]
  /** Each completes «No podemos confiar en esta firma: …»; absent without a reason. */
  readonly distrust?: readonly string[]
  /** The structure judge alone reports `not-compared`, or `same` if nothing follows. */
  readonly picture: PictureFinding
}

/** Result of `verifyPdf`. */
export type VerificationReport =
  | {
      readonly kind: 'signed'
      readonly verdict: SignatureVerdict
      readonly signatures: readonly SignatureReport[]
      readonly hidden: number
      readonly changesSince?: readonly DocumentChange[]
    }
  | { readonly kind: 'unsigned'; readonly pages: number }
  /** `claims`: signatures that must not be trusted. */
  | { readonly kind: 'unreadable'; readonly code: PdfErrorCode; readonly claims: number }

/** The verdict about the document is that of its worst signature. */
export const worstOf = (verdicts: readonly SignatureVerdict[]): SignatureVerdict =>
  verdicts.reduce<SignatureVerdict>(
    (worst, each) => (SIGNATURE_VERDICTS.indexOf(each) > SIGNATURE_VERDICTS.indexOf(worst) ? each : worst),
    'valid',
  )

/** `national`: certified (Ley 8454), with proof against revocation. */
export function certificationOf(signature: SignatureReport): 'national' | 'simulator' | undefined {
  const { kind, verdict, certificate, revocation } = signature
  if (kind !== 'signature' || (verdict !== 'valid' && verdict !== 'changed')) return undefined
  if (certificate?.trust === 'simulator') return 'simulator'
  if (certificate?.trust !== 'national' || certificate.problem !== undefined) return undefined
  return certificate.purpose === 'signature' && revocation.state === 'good' ? 'national' : undefined
}
