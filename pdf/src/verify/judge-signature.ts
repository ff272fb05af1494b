import type { Certificate } from '../cms/certificate.ts'
import type { CertificateChain, ChainTrust } from '../cms/chain.ts'
import type { ChainDistrust } from '../cms/distrust.ts'
import { checkRevocation, type RevocationEvidence } from '../cms/revocation.ts'
import { type CheckedToken, provenTime } from '../cms/time-stamp.ts'
import { dictAtKey } from '../syntax/object-reader.ts'
import type { PdfDict } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import type { RevisionHistory } from './history.ts'
import { textEntry } from './locate-signatures.ts'
import { judgeChanges, readPermissions, settleOwners } from './permissions.ts'
import {
  NOT_COMPARED,
  type RevocationReport,
  SAME_PICTURE,
  type SignatureLevel,
  type SignatureProblem,
  type SignatureReport,
  type SignatureVerdict,
  type SigningTime,
} from './report.ts'
import { type CheckedSignature, reportCertificate } from './verify-signature.ts'

/** Everything about the file that a verdict about one signature depends on. */
export interface VerificationContext {
  readonly document: PdfDocument
  readonly trust: ChainTrust
  readonly history: RevisionHistory
  readonly all: readonly CheckedSignature[]
  /** In the file; determines the level. */
  readonly embedded: RevocationEvidence
  /** Embedded and fetched. */
  readonly evidence: RevocationEvidence
  readonly hidden: number
  readonly now: Date
}

const commonNameOf = (certificate: Certificate | undefined): string | undefined => certificate?.subjectName.commonName

/** Valid document time stamps after this signature. */
const laterStamps = (signature: CheckedSignature, all: readonly CheckedSignature[]): CheckedSignature[] =>
  all.filter(
    ({ isTimeStamp, problems, distrust, covered, token }) =>
      isTimeStamp &&
      problems.length + distrust.length === 0 &&
      covered > signature.covered &&
      token?.problem === undefined,
  )

const describeToken = (source: 'time-stamp' | 'document-time-stamp', token: CheckedToken): SigningTime => ({
  source,
  at: token.time,
  authority: commonNameOf(token.authority),
  isProven: provenTime(token) !== undefined,
})

function timeOf(signature: CheckedSignature, all: readonly CheckedSignature[]): SigningTime {
  const { token, claimed } = signature
  if (provenTime(token) !== undefined && token !== undefined) return describeToken('time-stamp', token)
  const later = laterStamps(signature, all).find((stamp) => provenTime(stamp.token) !== undefined)?.token
  if (later !== undefined && !signature.isTimeStamp) return describeToken('document-time-stamp', later)
  if (token !== undefined && token.problem === undefined) return describeToken('time-stamp', token)
  const nobody = { authority: undefined, isProven: false }
  return claimed === undefined
    ? { source: 'none', at: undefined, ...nobody }
    : { source: 'claimed', at: claimed, ...nobody }
}

/** Checks every certificate below the root. */
async function revocationOf(
  chain: CertificateChain,
  evidence: RevocationEvidence,
  at: Date,
): Promise<RevocationReport> {
  const unknown: RevocationReport = { state: 'unknown', at: undefined }
  if (chain.root === undefined) return unknown
  let oldest: Date | undefined
  let complete = true
  for (const [index, certificate] of chain.certificates.slice(0, -1).entries()) {
    const issuer = chain.certificates[index + 1]
    if (issuer === undefined) return unknown
    const found = await checkRevocation(certificate, issuer, evidence, at)
    if (found.state === 'revoked') return { state: 'revoked', at: found.at }
    if (found.state === 'unknown') complete = false
    else if (oldest === undefined || found.at < oldest) oldest = found.at
  }
  return complete ? { state: 'good', at: oldest } : unknown
}

async function levelOf(
  signature: CheckedSignature,
  chain: CertificateChain,
  given: VerificationContext,
  at: Date,
): Promise<SignatureLevel> {
  const { token } = signature
  if (!signature.isPades) return 'CMS'
  if (token === undefined || token.problem !== undefined) return 'B-B'
  const own = await revocationOf(chain, given.embedded, at)
  if (own.state !== 'good') return 'B-T'
  const stamps = laterStamps(signature, given.all).filter(({ covered }) =>
    given.history.stateAt(covered)?.catalog.entries.has('DSS'),
  )
  const authority = token.chain === undefined ? undefined : await revocationOf(token.chain, given.embedded, at)
  if (authority?.state !== 'good') return 'B-T'
  return stamps.length > 0 ? 'B-LTA' : 'B-LT'
}

const FATAL: ReadonlySet<SignatureProblem> = new Set([
  'digest',
  'value',
  'attributes',
  'certificate-id',
  'attached-content',
  'no-certificate',
  'unreadable-signature',
  'revoked',
])

/** Nothing is altered, but nothing can be believed either. */
const DISTRUSTED: ReadonlySet<SignatureProblem> = new Set([
  'algorithm',
  'weak-hash',
  'weak-key',
  'weak-certificate',
  'certificate-purpose',
  'certificate-name',
])

interface Findings {
  readonly problems: readonly SignatureProblem[]
  readonly changes: readonly { readonly severity: string }[]
  readonly isTrusted: boolean
  readonly hidden: number
}

function verdictOf({ problems, changes, isTrusted, hidden }: Findings): SignatureVerdict {
  if (problems.some((problem) => FATAL.has(problem))) return 'invalid'
  if (problems.some((problem) => !DISTRUSTED.has(problem)) || hidden > 0) return 'suspicious'
  if (changes.some(({ severity }) => severity === 'suspicious')) return 'suspicious'
  // The bytes match a weak hash: no more can be said of who signed them.
  if (problems.some((problem) => problem !== 'weak-hash')) return 'unchecked'
  if (!isTrusted || problems.length > 0) return 'unknown'
  return changes.some(({ severity }) => severity === 'notable') ? 'changed' : 'valid'
}

const lockOf = (document: PdfDocument, fieldName: string): PdfDict | undefined => {
  const field = document.signatureFields().find(({ name }) => name === fieldName)
  return field && dictAtKey(document.objects, field.dict, 'Lock')
}

/** A weak key is reported once, by the signature. */
function distrustOf({ distrust }: CheckedSignature, { distrust: more }: CertificateChain): readonly ChainDistrust[] {
  const isTold = (told: ChainDistrust): boolean =>
    told.text === more?.text || (told.kind === 'weak-key' && more?.kind === 'weak-certificate')
  return more === undefined || distrust.some(isTold) ? distrust : [...distrust, more]
}

const NO_CHAIN: CertificateChain = { certificates: [], root: undefined, problem: 'unknown' }

/** A signature without the changes after it. */
export interface AssessedSignature {
  readonly signature: CheckedSignature
  readonly time: SigningTime
  readonly chain: CertificateChain
  readonly revocation: RevocationReport
  readonly problems: readonly SignatureProblem[]
  readonly distrust: readonly ChainDistrust[]
  readonly isTrusted: boolean
  readonly level: SignatureLevel
}

/** Judges value, certificate, time and revocation. A proven time counts; without one, now. */
export async function assessSignature(
  signature: CheckedSignature,
  given: VerificationContext,
): Promise<AssessedSignature> {
  const { found, signer } = signature
  const use = signature.isTimeStamp ? 'time-stamp' : 'document'
  const time = timeOf(signature, given.all)
  // Without a proven time, only the current time counts.
  const at = time.isProven && time.at !== undefined ? time.at : given.now
  const chain = signer === undefined ? NO_CHAIN : await given.trust.chainOf(signer, at, use)
  const revocation = await revocationOf(chain, given.evidence, at)
  const problems: SignatureProblem[] = [...signature.problems]
  if (signature.problems.every((problem) => problem === 'algorithm') && !given.history.holdsIn(found))
    problems.push('not-in-own-revision')
  if (revocation.state === 'revoked') problems.push('revoked')
  const distrust = distrustOf(signature, chain)
  problems.push(...new Set(distrust.map(({ kind }) => kind)))
  const isTrusted = chain.problem === undefined
  const level = signature.isTimeStamp ? 'B-T' : await levelOf(signature, chain, given, at)
  return { signature, time, chain, revocation, problems, distrust, isTrusted, level }
}

/** Fields whose signatures vouch for the values that they lock. */
export const trustedFields = (assessed: readonly AssessedSignature[]): ReadonlySet<string> =>
  new Set(
    assessed.flatMap(({ signature, problems, isTrusted }) =>
      isTrusted && problems.length === 0 && !signature.isTimeStamp ? [signature.found.fieldName] : [],
    ),
  )

/**
 * Adds the changes after the signature and gives the verdict.
 *
 * @param trusted fields whose signatures vouch for values
 */
export function reportSignature(
  assessed: AssessedSignature,
  { document, history, hidden }: VerificationContext,
  trusted: ReadonlySet<string>,
): SignatureReport {
  const { signature, time, chain, problems, distrust, isTrusted, level, revocation } = assessed
  const { found, signer, token, covered, hash } = signature
  const permissions = readPermissions(document, found.dict, lockOf(document, found.fieldName))
  const after = history.changesAfter(covered)
  const changes = judgeChanges(settleOwners(after, trusted), permissions)
  return {
    kind: signature.isTimeStamp ? 'document-time-stamp' : 'signature',
    field: found.fieldName,
    verdict: verdictOf({ problems, changes, isTrusted, hidden }),
    problems,
    certificate: signer && reportCertificate(signer, chain),
    time: signature.isTimeStamp && token !== undefined ? describeToken('time-stamp', token) : time,
    level,
    revocation,
    hash,
    algorithm: signature.algorithm,
    reason: textEntry(document.objects, found.dict, 'Reason'),
    location: textEntry(document.objects, found.dict, 'Location'),
    covered,
    coversWholeFile: covered > 0 && after.length === 0,
    permits: permissions.document,
    changes,
    ...(distrust.length === 0 ? {} : { distrust: distrust.map(({ text }) => text) }),
    // Nothing follows: there is only one picture.
    picture: covered === document.bytes.length ? SAME_PICTURE : NOT_COMPARED,
  }
}
