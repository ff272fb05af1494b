import { readCertificates } from '../cms/certificate.ts'
import { createTrust, type TrustedRoot } from '../cms/chain.ts'
import { mergeEvidence, type RevocationEvidence } from '../cms/revocation.ts'
import { defaultLimits, type InflateData } from '../syntax/limits.ts'
import { openPdf, type PdfDocument, type PdfOpenOptions } from '../syntax/pdf-document.ts'
import { PdfError } from '../syntax/pdf-error.ts'
import { countByteRanges } from './count-byte-ranges.ts'
import { readHistory } from './history.ts'
import { type AssessedSignature, assessSignature, reportSignature, trustedFields } from './judge-signature.ts'
import { listClaims } from './list-signatures.ts'
import { locateSignatures } from './locate-signatures.ts'
import { settleOwners } from './permissions.ts'
import { type VerificationReport, worstOf } from './report.ts'
import { tryValidationData } from './validation-data.ts'
import { type CheckedSignature, checkSignature, copyCovered, foundCertificates } from './verify-signature.ts'

export type { ChainProblem, RootKind, TrustedRoot } from '../cms/chain.ts'
export type { RevocationEvidence } from '../cms/revocation.ts'
export { type ChangeKind, type ChangeSeverity, changeSeverities, type DocumentChange } from './changes.ts'
export { findUnsound, signedFields, TRUST_PROBLEMS } from './find-unsound.ts'
export { readPermissions } from './permissions.ts'
export {
  type CertificateReport,
  certificationOf,
  NOT_COMPARED,
  type PageRange,
  PICTURE_STATES,
  type PictureFinding,
  type PlacedRect,
  type RevocationReport,
  SIGNATURE_LEVELS,
  SIGNATURE_VERDICTS,
  type SignatureLevel,
  type SignatureProblem,
  type SignatureReport,
  type SignatureVerdict,
  type SigningTime,
  TIME_SOURCES,
  type TimeSource,
  type VerificationReport,
} from './report.ts'
export * from './words/describe.ts'
export * from './words/describe-change.ts'
export * from './words/describe-details.ts'
export { describeUncompared, looksUnchanged } from './words/describe-picture.ts'

/** Trust comes from the caller alone: the file's certificates only complete chains. */
export interface VerifyOptions {
  readonly roots: readonly TrustedRoot[]
  /** DER; authorities that the file may lack. */
  readonly intermediates?: readonly Uint8Array[]
  readonly inflate: InflateData
  readonly now: Date
  readonly revocation?: RevocationEvidence
  /** Length of an earlier revision, to report all changes since. */
  readonly since?: number
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/**
 * Verifies every signature and time stamp of a PDF and judges what came after each.
 *
 * Reads strictly and never repairs: a lenient parser can hide a damaged signature. Needs only WebCrypto
 * (`crypto.subtle`), so it runs in browsers. Judges structure alone; `pdf/picture` also compares the pages.
 *
 * @param bytes the whole file; copied as needed, never changed
 * @param options whom to trust, and the moment of the verification
 * @returns `unreadable` instead of an error for files that cannot be parsed or exceed a limit
 * @throws only if `options.signal` aborts
 */
export async function verifyPdf(bytes: Uint8Array, options: VerifyOptions): Promise<VerificationReport> {
  try {
    const reading = { inflate: options.inflate, parsed: new Map() }
    return await verifyOpened(openPdf(bytes, reading), reading, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    const code = error instanceof PdfError ? error.code : 'PDF_MALFORMED'
    return { kind: 'unreadable', code, claims: countClaims(bytes, options.inflate) }
  }
}

function countClaims(bytes: Uint8Array, inflate: InflateData): number {
  try {
    const { signatures, unread } = listClaims({ bytes, inflate, limits: defaultLimits })
    return signatures.length + unread
  } catch {
    // Beyond a limit, every mention counts.
    return countByteRanges(bytes)
  }
}

async function verifyOpened(
  document: PdfDocument,
  reading: PdfOpenOptions,
  options: VerifyOptions,
): Promise<VerificationReport> {
  const { signatures: found, hidden } = locateSignatures(document)
  if (found.length === 0) {
    if (hidden > 0) return { kind: 'signed', verdict: 'suspicious', signatures: [], hidden }
    return { kind: 'unsigned', pages: document.pageCount }
  }
  const embedded = tryValidationData(document, options.inflate)
  const others = [
    ...readCertificates(options.intermediates ?? []),
    ...embedded.certificates,
    ...found.flatMap(foundCertificates),
  ]
  const trust = createTrust(options.roots, others)
  const all: CheckedSignature[] = []
  const scratch = new Uint8Array(document.bytes.length)
  for (const signature of found) {
    options.signal?.throwIfAborted()
    all.push(await checkSignature(document, signature, trust, (range) => copyCovered(document.bytes, range, scratch)))
    options.onProgress?.(all.length, found.length + 1)
  }
  const ends = all.map(({ covered }) => covered)
  const { since } = options
  const history = readHistory(document, reading, since === undefined ? ends : [...ends, since])
  const evidence = mergeEvidence([embedded, ...(options.revocation === undefined ? [] : [options.revocation])])
  const given = { document, trust, history, all, embedded, evidence, hidden, now: options.now }
  const assessed: AssessedSignature[] = []
  for (const signature of all) {
    options.signal?.throwIfAborted()
    assessed.push(await assessSignature(signature, given))
  }
  const trusted = trustedFields(assessed)
  const signatures = assessed.map((each) => reportSignature(each, given, trusted))
  options.onProgress?.(found.length + 1, found.length + 1)
  const verdicts = signatures.map(({ verdict }) => verdict)
  const changes = since === undefined ? {} : { changesSince: settleOwners(history.changesAfter(since), trusted) }
  return { kind: 'signed', verdict: worstOf(verdicts), signatures, hidden, ...changes }
}
