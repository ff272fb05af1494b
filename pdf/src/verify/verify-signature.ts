import { nameOfKey } from '../cms/algorithm-names.ts'
import type { HashName } from '../cms/algorithms.ts'
import { copyBytes, type OwnBytes } from '../cms/bytes.ts'
import { type Certificate, KEY_USAGE } from '../cms/certificate.ts'
import { purposeOf } from '../cms/certificate-purpose.ts'
import type { CertificateChain, ChainTrust } from '../cms/chain.ts'
import { type ChainDistrust, distrustOfPurpose, distrustOfSignature, weakestHash } from '../cms/distrust.ts'
import { objectIdentifiers } from '../cms/oids.ts'
import { bindingHashes, checkCms, type ForeignCms, readCms, type SignedContent } from '../cms/read-cms.ts'
import { type CheckedToken, checkTimeStamp } from '../cms/time-stamp.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { coveredLength, type FoundSignature, type LocatedRange, textEntry } from './locate-signatures.ts'
import type { CertificateReport, SignatureProblem } from './report.ts'

/** A signature by itself: value, attributes and time stamp, without trust. */
export interface CheckedSignature {
  readonly found: FoundSignature
  readonly isTimeStamp: boolean
  readonly problems: readonly SignatureProblem[]
  readonly signer: Certificate | undefined
  /** The weakest of those that bind the document. */
  readonly hash: HashName | undefined
  readonly distrust: readonly ChainDistrust[]
  readonly isPades: boolean
  /** Signature time stamp, or the document time stamp itself. */
  readonly token: CheckedToken | undefined
  readonly claimed: Date | undefined
  readonly covered: number
  readonly algorithm: string | undefined
}

/** @param scratch as long as the file */
export function copyCovered(bytes: Uint8Array, [, gapStart, gapEnd, rest]: LocatedRange, scratch: OwnBytes): OwnBytes {
  scratch.set(bytes.subarray(0, gapStart))
  scratch.set(bytes.subarray(gapEnd, gapEnd + rest), gapStart)
  return scratch.subarray(0, gapStart + rest)
}

/** @throws SignatureError if the time stamp is malformed */
export function certificatesInCms(cms: ForeignCms): readonly Certificate[] {
  const token = cms.unsigned.get(objectIdentifiers.signatureTimeStampToken)
  return [...cms.certificates, ...(token === undefined ? [] : readCms(token.encoded).certificates)]
}

/** Empty for a signature that cannot be read. */
export function foundCertificates(found: FoundSignature): readonly Certificate[] {
  try {
    return certificatesInCms(readCms(found.contents))
  } catch {
    return []
  }
}

/** KeyUsage must allow signing (RFC 5280, 4.2.1.3). */
const maySign = ({ keyUsage }: Certificate): boolean =>
  keyUsage === undefined || (keyUsage & (KEY_USAGE.digitalSignature | KEY_USAGE.nonRepudiation)) !== 0

/** Never throws. Reads the document before its first `await`. */
export async function checkSignature(
  document: PdfDocument,
  found: FoundSignature,
  trust: ChainTrust,
  contentOf: (range: LocatedRange) => SignedContent,
): Promise<CheckedSignature> {
  const isTimeStamp = found.subFilter === 'ETSI.RFC3161'
  const base = {
    found,
    isTimeStamp,
    signer: undefined,
    hash: undefined,
    distrust: [],
    isPades: false,
    token: undefined,
    algorithm: undefined,
    claimed: readPdfDate(textEntry(document.objects, found.dict, 'M')),
    covered: found.range === undefined ? 0 : coveredLength(found.range),
  }
  const { range, problem } = found
  if (range === undefined) return { ...base, problems: [problem ?? 'range-malformed'] }
  try {
    const cms = readCms(found.contents)
    const content = contentOf(range)
    const checked = isTimeStamp
      ? await checkDocumentTimeStamp(cms, content, trust)
      : await checkOne(cms, content, found)
    const token = isTimeStamp ? checked.token : await readToken(cms, trust)
    const problems = [...(problem === undefined ? [] : [problem]), ...checked.problems, ...tokenProblems(token)]
    const algorithm = checked.algorithm ?? cms.algorithmName
    return { ...base, ...checked, token, algorithm, problems: [...new Set(problems)] }
  } catch {
    return { ...base, problems: [...(problem === undefined ? [] : [problem]), 'unreadable-signature'] }
  }
}

/**
 * An unsupported token proves no time, but does not
 * invalidate the signature.
 */
const tokenProblems = (token: CheckedToken | undefined): SignatureProblem[] =>
  token?.problem === undefined || token.problem === 'algorithm' ? [] : ['time-stamp']

interface Checked {
  readonly problems: readonly SignatureProblem[]
  readonly signer: Certificate | undefined
  readonly hash: HashName | undefined
  readonly distrust: readonly ChainDistrust[]
  readonly isPades: boolean
  readonly token?: CheckedToken
  readonly algorithm?: string
}

async function checkOne(cms: ForeignCms, content: SignedContent, found: FoundSignature): Promise<Checked> {
  const signed = isDigested(found) ? await digestOf(cms, content) : content
  const check =
    signed === undefined ? { problem: 'digest' as const, namesCertificate: false } : await checkCms(cms, signed)
  const problems: SignatureProblem[] = check.problem === undefined ? [] : [check.problem]
  if (!isDigested(found) && cms.content !== undefined) problems.push('attached-content')
  if (cms.signer !== undefined && !maySign(cms.signer)) problems.push('key-usage')
  const isDetachedData = cms.contentType === objectIdentifiers.data && found.subFilter === 'ETSI.CAdES.detached'
  const hashes = [...bindingHashes(cms), ...(isDigested(found) ? (['SHA-1'] as const) : [])]
  const purpose = cms.signer && distrustOfPurpose(cms.signer)
  return {
    problems,
    signer: cms.signer,
    hash: weakestHash(hashes),
    distrust: [
      ...distrustOfSignature(cms.algorithmName, hashes, cms.signer?.spki),
      ...(purpose === undefined ? [] : [purpose]),
    ],
    isPades: check.namesCertificate && isDetachedData,
    ...(isDigested(found) ? { algorithm: `${cms.algorithmName}, sobre un resumen SHA-1 del documento` } : {}),
  }
}

const isDigested = ({ subFilter }: FoundSignature): boolean => subFilter === 'adbe.pkcs7.sha1'

/**
 * adbe.pkcs7.sha1: the content is the SHA-1 of the covered
 * bytes (ISO 32000-1, 12.8.3.3).
 */
async function digestOf(cms: ForeignCms, content: SignedContent) {
  if (!(content instanceof Uint8Array)) return undefined
  const expected = new Uint8Array(await crypto.subtle.digest('SHA-1', content))
  const stated = cms.content
  if (stated?.length !== expected.length || stated.some((byte, index) => byte !== expected[index])) return undefined
  return copyBytes(stated)
}

async function checkDocumentTimeStamp(cms: ForeignCms, content: SignedContent, trust: ChainTrust): Promise<Checked> {
  const token = await checkTimeStamp(cms, content, trust)
  const problems: SignatureProblem[] =
    token.problem === 'imprint' ? ['digest'] : token.problem === 'algorithm' ? ['algorithm'] : []
  return { problems, signer: cms.signer, hash: token.hash, distrust: token.distrust, isPades: true, token }
}

async function readToken(cms: ForeignCms, trust: ChainTrust): Promise<CheckedToken | undefined> {
  const token = cms.unsigned.get(objectIdentifiers.signatureTimeStampToken)
  return token && checkTimeStamp(token.encoded, copyBytes(cms.value), trust)
}

/** The part of a certificate that people see. */
export function reportCertificate(
  certificate: Certificate,
  { certificates, root, problem }: CertificateChain,
): CertificateReport {
  const { subjectName, issuerName } = certificate
  return {
    name: subjectName.commonName ?? subjectName.organisation ?? '(sin nombre)',
    organisation: subjectName.organisation,
    identification: subjectName.identification,
    email: certificate.email,
    issuer: issuerName.commonName ?? issuerName.organisation ?? '(sin nombre)',
    serial: certificate.serial,
    validFrom: certificate.validFrom,
    validTo: certificate.validTo,
    key: nameOfKey(certificate.spki),
    trust: root ?? 'unknown',
    problem,
    purpose: purposeOf(certificate),
    chain: certificates.map(({ encoded }) => encoded),
  }
}

/** ISO 32000-1, 7.9.4; UTC without a zone, undefined if invalid. */
export function readPdfDate(text: string | undefined): Date | undefined {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(text ?? '')
  if (match === null) return undefined
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, hours, minutes] = match
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes ?? '00'}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
