import { readFile } from 'node:fs/promises'
import { openPdf, type PageRect, PdfError } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { compareDocumentPictures } from 'pdf/picture'
import { loadPictureRenderer } from 'pdf/picture/node'
import { type FindingCode, inspectDocument } from 'pdf/screen'
import {
  type ChangeKind,
  type DocumentChange,
  readPermissions,
  type SignatureReport,
  TRUST_PROBLEMS,
  type TrustedRoot,
  verifyPdf,
} from 'pdf/verify'
import type { ErrorCode } from 'shared/contract'
import { threadClock } from '../../platform/threads/thread-clock.ts'
import { type CertificateHolder, checkHolder } from '../pki/check-holder.ts'
import {
  insideOf,
  type PageSizes,
  type PreparedPlace,
  pageSizes,
  staysIn,
  withTolerance,
} from '../verification/prepared-places.ts'
import { COPY_PICTURE_LIMITS } from './constants.ts'
import { newAnnotations } from './new-annotations.ts'

/** Each reason has its text for the signer in the catalogue of errors. */
export type CopyRefusal = Extract<ErrorCode, `COPY_${string}`>

/** Everything that is expected of the copy; the judge reads nothing else. */
export interface AskedOfCopy {
  /** The revision to sign. */
  readonly base: Uint8Array
  /** Lengths of older revisions, which `base` begins with. */
  readonly earlier: readonly number[]
  /** The prepared field; a program may add its own instead. */
  readonly fieldName: string
  /** Offset; the prepared field's /Lock protects them. */
  readonly valuesFrom?: number | undefined
  /** Only here the copy may look different. */
  readonly place: PreparedPlace
  readonly holder?: CertificateHolder | undefined
  readonly requiresTrust: boolean
  readonly roots: readonly TrustedRoot[]
  /** DER. */
  readonly intermediates: readonly Uint8Array[]
  readonly now: Date
}

/** `detail` is for the log. */
export type JudgedCopy =
  | { readonly kind: 'accepted'; readonly signature: SignatureReport; readonly certificate: Certificate }
  | {
      readonly kind: 'refused'
      readonly reason: CopyRefusal
      readonly detail?: string
      /** Where the copy looks different, or the first page that could not be compared. */
      readonly place?: DifferentPlace
    }

/** `rect` in fractions of the visible page; undefined: the whole page. */
export interface DifferentPlace {
  readonly page: number
  readonly rect?: PageRect | undefined
}

type Certificate = NonNullable<SignatureReport['certificate']>
type Refused = Extract<JudgedCopy, { kind: 'refused' }>

const copyRefused = (reason: CopyRefusal, detail?: string): Refused => ({
  kind: 'refused',
  reason,
  ...(detail === undefined ? {} : { detail }),
})

/** Bytes in which `%PDF-` may begin. */
const HEADER_SEARCHED = 1024

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_SEARCHED)).includes('%PDF-')

const commonLength = (a: Uint8Array, b: Uint8Array): number => {
  const most = Math.min(a.length, b.length)
  for (let index = 0; index < most; index++) if (a[index] !== b[index]) return index
  return most
}

const signatureNames = (bytes: Uint8Array, isWanted: (field: { readonly signed: boolean }) => boolean): string[] => {
  try {
    const fields = openPdf(bytes, { inflate: inflateWithNode }).signatureFields()
    return fields.filter(isWanted).map(({ name }) => name)
  } catch (error) {
    if (error instanceof PdfError) return []
    throw error
  }
}

const checkPrefix = (bytes: Uint8Array, { base, earlier, valuesFrom }: AskedOfCopy): Refused | undefined => {
  const common = commonLength(bytes, base)
  if (common === base.length) return bytes.length === base.length ? copyRefused('COPY_UNSIGNED') : undefined
  if (valuesFrom !== undefined && valuesFrom <= common) return copyRefused('COPY_FORM_CHANGED')
  if (earlier.some((length) => length <= common)) return copyRefused('COPY_OUTDATED')
  const ours = new Set(signatureNames(base, () => true))
  const isRewritten = signatureNames(bytes, () => true).some((name) => ours.has(name))
  return copyRefused(isRewritten ? 'COPY_REWRITTEN' : 'COPY_OF_OTHER_DOCUMENT')
}

const HARMLESS: ReadonlySet<ChangeKind> = new Set([
  'signature-added',
  'signature-field-added',
  'time-stamp-added',
  'validation-data',
  'metadata',
  'document-info',
  'form-settings',
  'unused-objects',
])
/** What programs add behind their signature. */
const AFTERWARDS: ReadonlySet<ChangeKind> = new Set(['time-stamp-added', 'validation-data', 'metadata'])

const covered = ({ page = 1, rect }: DocumentChange, place: PreparedPlace, sizes: PageSizes): Refused | undefined =>
  rect === undefined || staysIn({ page, rect }, [place], sizes)
    ? undefined
    : { kind: 'refused', reason: 'COPY_COVERS', place: { page, rect } }

const checkChanges = (
  changes: readonly DocumentChange[],
  { base, fieldName, place, valuesFrom }: AskedOfCopy,
): Refused | undefined => {
  const foreign = changes.find(({ kind, field }) => kind === 'signature-added' && field !== fieldName)
  if (foreign !== undefined) return copyRefused('COPY_FIELD_OF_OTHER', foreign.field)
  const other = changes.find(({ kind }) => !HARMLESS.has(kind))
  if (other !== undefined) return copyRefused('COPY_CHANGED', other.kind)
  if (valuesFrom !== undefined && !changes.some(({ kind }) => kind === 'signature-added'))
    return copyRefused('COPY_OUTSIDE_FIELD')
  const sizes = pageSizes(openPdf(base, { inflate: inflateWithNode }))
  return changes.map((change) => covered(change, place, sizes)).find((refused) => refused !== undefined)
}

/** A field that a program may still add. */
const ADDED_LATER = 'added later'

/** DocMDP and FieldMDP can block the other signers. */
const locks = (bytes: Uint8Array, fieldName: string): boolean => {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const fields = document.signatureFields()
  const value = fields.find(({ name }) => name === fieldName)?.value
  if (value === undefined) return false
  const permissions = readPermissions(document, value)
  const others = fields.map(({ name }) => name).filter((name) => name !== fieldName)
  return permissions.document !== undefined || [...others, ADDED_LATER].some((name) => permissions.locks(name))
}

const checkCertificate = (
  { certificate, problems, revocation, distrust = [] }: SignatureReport,
  { holder, requiresTrust, now }: AskedOfCopy,
): Refused | undefined => {
  if (certificate === undefined) return copyRefused('COPY_SIGNATURE_INVALID', 'no-certificate')
  const { validFrom, validTo, problem } = certificate
  if (now < validFrom || now > validTo) return copyRefused('COPY_CERTIFICATE_EXPIRED')
  if (revocation.state === 'revoked') return copyRefused('COPY_CERTIFICATE_REVOKED')
  if ((requiresTrust || holder !== undefined) && (problem !== undefined || distrust.length > 0))
    return copyRefused('COPY_CERTIFICATE_UNTRUSTED', distrust.length > 0 ? distrust.join('; ') : problem)
  if (problems.includes('certificate-purpose')) return copyRefused('COPY_SIGNATURE_INVALID', distrust.join('; '))
  return holder === undefined || checkHolder(certificate, holder) ? undefined : copyRefused('COPY_OF_OTHER_PERSON')
}

const checkSignature = (
  signature: SignatureReport,
  bytes: Uint8Array,
  { base }: Pick<AskedOfCopy, 'base'>,
): Refused | undefined => {
  const { problems, covered, changes, field } = signature
  if (problems.includes('revoked')) return copyRefused('COPY_CERTIFICATE_REVOKED')
  // A weak hash is among those of trust: the server's log and its seal bind the copy with SHA-256.
  const wrong = problems.filter((problem) => !TRUST_PROBLEMS.has(problem))
  if (wrong.length > 0 || covered <= base.length) return copyRefused('COPY_SIGNATURE_INVALID', wrong.join(', '))
  if (locks(bytes, field)) return copyRefused('COPY_LOCKS')
  const later = changes.find(({ kind }) => !AFTERWARDS.has(kind))
  return later && copyRefused('COPY_CHANGED', later.kind)
}

const isFlat = ({ width, height }: PageRect): boolean => width === 0 || height === 0

/** A field of the program's own is flat, or lies inside the rectangle. */
const checkAnnotations = (bytes: Uint8Array, { base, place }: AskedOfCopy): Refused | undefined => {
  const before = openPdf(base, { inflate: inflateWithNode })
  const after = openPdf(bytes, { inflate: inflateWithNode })
  const sizes = pageSizes(before)
  const outside = newAnnotations(before, after).find(
    ({ page, rect }) => rect === undefined || !(isFlat(rect) || (page === place.page && insideOf(rect, place, sizes))),
  )
  return outside && { kind: 'refused', reason: 'COPY_COVERS', place: outside }
}

/**
 * The second judge: outside of the signer's rectangle, every page
 * looks like the base. A page that was not compared is not accepted.
 */
const checkPictures = async (bytes: Uint8Array, { base, place }: AskedOfCopy): Promise<Refused | undefined> => {
  const sizes = pageSizes(openPdf(base, { inflate: inflateWithNode }))
  const found = await compareDocumentPictures(base, bytes, {
    renderer: await loadPictureRenderer(),
    limits: COPY_PICTURE_LIMITS,
    clock: threadClock,
    allowed: [withTolerance(place, sizes)],
  })
  const [difference] = found.differences
  if (difference !== undefined) return { kind: 'refused', reason: 'COPY_COVERS', place: difference }
  if (found.state === 'same') return undefined
  const page = found.uncompared[0]?.from
  return { ...copyRefused('COPY_NOT_COMPARED', found.state), ...(page === undefined ? {} : { place: { page } }) }
}

/** Byte ranges outside the form's signatures, already in the base. */
const hiddenIn = async (asked: AskedOfCopy): Promise<number> => {
  const report = await verifyPdf(asked.base, { ...asked, inflate: inflateWithNode })
  return report.kind === 'signed' ? report.hidden : 0
}

const judgeSigned = async (bytes: Uint8Array, asked: AskedOfCopy): Promise<JudgedCopy> => {
  const report = await verifyPdf(bytes, { ...asked, since: asked.base.length, inflate: inflateWithNode })
  if (report.kind === 'unreadable') return copyRefused('COPY_SIGNATURE_INVALID', report.code)
  if (report.kind === 'unsigned') return copyRefused('COPY_UNSIGNED')
  const before = new Set(signatureNames(asked.base, ({ signed }) => signed))
  const added = report.signatures.filter(({ field, kind }) => kind === 'signature' && !before.has(field))
  const [signature, ...others] = added
  if (signature === undefined) return copyRefused('COPY_UNSIGNED')
  if (others.length > 0) return copyRefused('COPY_SIGNED_TWICE')
  if (report.hidden > 0 && report.hidden !== (await hiddenIn(asked)))
    return copyRefused('COPY_CHANGED', 'hidden signature')
  const problem =
    checkSignature(signature, bytes, asked) ??
    checkChanges(report.changesSince ?? [], asked) ??
    checkAnnotations(bytes, asked) ??
    checkCertificate(signature, asked) ??
    (await checkPictures(bytes, asked))
  if (problem !== undefined) return problem
  const { certificate } = signature
  return certificate === undefined
    ? copyRefused('COPY_SIGNATURE_INVALID')
    : { kind: 'accepted', signature, certificate }
}

/** Nothing active: the file is damaged. */
const BROKEN: ReadonlySet<FindingCode> = new Set([
  'PDF_CORRUPT',
  'PDF_ENCRYPTED',
  'PDF_RESTRICTED',
  'PDF_TOO_COMPLEX',
  'PDF_BOMB',
])

/** Decides whether a copy signed elsewhere adds one signature, and nothing else. */
export const judgeCopy = async (bytes: Uint8Array, asked: AskedOfCopy): Promise<JudgedCopy> => {
  if (!isPdf(bytes)) return copyRefused('COPY_NOT_PDF')
  const problem = checkPrefix(bytes, asked)
  if (problem !== undefined) return problem
  const inspection = inspectDocument(bytes, inflateWithNode)
  if (inspection.kind === 'refused') {
    const [{ code }] = inspection.findings
    return copyRefused(BROKEN.has(code) ? 'COPY_SIGNATURE_INVALID' : 'COPY_ACTIVE_CONTENT', code)
  }
  return judgeSigned(bytes, asked)
}

export interface CopyJudging {
  readonly path: string
  readonly asked: AskedOfCopy
}

/** Reads the file in the thread: 25 MB need not be sent there. */
export const judgeCopyInThread = async ({ path, asked }: CopyJudging): Promise<JudgedCopy> =>
  judgeCopy(new Uint8Array(await readFile(path)), asked)
