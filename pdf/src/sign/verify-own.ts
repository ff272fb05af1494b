import { X509Certificate } from 'node:crypto'
import type { Certificate } from '../cms/certificate.ts'
import { type ChainTrust, createTrust, type VerifiedPairs } from '../cms/chain.ts'
import { readCertificates, SignatureError } from '../cms/index.ts'
import type { CertificateTrust } from '../cms/node/verify-signed-data.ts'
import { readCms } from '../cms/read-cms.ts'
import { type CheckedToken, provenTime } from '../cms/time-stamp.ts'
import { openPdf, type PdfDocument } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { coveredLength, type FoundSignature, type LocatedRange, readFound } from '../verify/locate-signatures.ts'
import { type CheckedSignature, certificatesInCms, checkSignature } from '../verify/verify-signature.ts'
import { hashPrefix, type PrefixHash } from './prefix-hash.ts'

interface OwnPlace {
  readonly fieldName: string
  readonly previousLength: number
  /** Of the previous revision; computed if undefined. */
  readonly prefix?: PrefixHash
}

/** Requirements for the signature that was just written. */
export interface OwnSignatureExpectation extends OwnPlace {
  /** Only these roots and intermediates are used. */
  readonly trust: CertificateTrust
  /** For the time-stamp authority. */
  readonly timeStampTrust: CertificateTrust
}

export interface OwnTimeStamp {
  readonly authority: X509Certificate
  readonly time: Date
}

/** Certificates as read back from the file. */
export interface VerifiedOwnSignature {
  readonly signer: X509Certificate
  readonly timeStamp: OwnTimeStamp
}

const invalid = (message: string): SignatureError => new SignatureError('SIGNATURE_INVALID', message)

/**
 * Verifies the newest signature completely: place, value, chain and time stamp. Skips earlier revisions, whose cost
 * grows with each signature. Reads `bytes` before its first `await`.
 *
 * @param bytes the whole document; nothing may follow the signature
 * @throws PdfError; SignatureError SIGNATURE_INVALID, TIMESTAMP_REFUSED, ASN1_MALFORMED
 */
export async function verifyOwn(bytes: Uint8Array, expected: OwnSignatureExpectation): Promise<VerifiedOwnSignature> {
  const { signer, token, isPades } = await checkNewest(bytes, expected, {
    subFilter: 'ETSI.CAdES.detached',
    stamps: expected.timeStampTrust,
  })
  if (!isPades || signer === undefined) throw invalid('the signature is not PAdES')
  const timeStamp = timeStampOf(token)
  await checkChain(trustOf(expected.trust, []), signer, timeStamp.time)
  return { signer: new X509Certificate(signer.encoded), timeStamp }
}

/** `trust`: of the time-stamp authority. */
export interface DocumentTimeStampExpectation extends OwnPlace {
  readonly trust: CertificateTrust
}

/**
 * Verifies the newest document time stamp (ETSI EN 319 142-1, 5.4.3), like `verifyOwn`.
 *
 * @param bytes the whole document; nothing may follow the time stamp
 * @throws PdfError; SignatureError SIGNATURE_INVALID, TIMESTAMP_REFUSED, ASN1_MALFORMED
 */
export async function verifyDocumentTimeStamp(
  bytes: Uint8Array,
  expected: DocumentTimeStampExpectation,
): Promise<OwnTimeStamp> {
  const { token } = await checkNewest(bytes, expected, { subFilter: 'ETSI.RFC3161', stamps: expected.trust })
  return timeStampOf(token)
}

interface Kind {
  readonly subFilter: 'ETSI.CAdES.detached' | 'ETSI.RFC3161'
  readonly stamps: CertificateTrust
}

async function checkNewest(bytes: Uint8Array, place: OwnPlace, { subFilter, stamps }: Kind): Promise<CheckedSignature> {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const found = findNewest(document, place.fieldName)
  if (found.subFilter !== subFilter) throw invalid(`not one of ${subFilter}`)
  const digest = digestOf(bytes, checkPlace(found, bytes, place), place)
  const trust = trustOf(stamps, certificatesInCms(readCms(found.contents)))
  const checked = await checkSignature(document, found, trust, () => ({ hash: 'SHA-256', digest }))
  const problem = checked.problems.find((each) => each !== 'time-stamp')
  if (problem !== undefined) throw invalid(`the signature does not verify: ${problem}`)
  // The time stamp's own check refuses a weak token.
  const distrust = checked.isTimeStamp ? undefined : checked.distrust[0]
  if (distrust !== undefined) throw invalid(`nobody trusts the signature: ${distrust.kind}`)
  return checked
}

function findNewest(document: PdfDocument, fieldName: string): FoundSignature {
  const value = document.signatureFields().find(({ name }) => name === fieldName)?.value
  if (value === undefined) throw invalid(`the field '${fieldName}' holds no signature`)
  return readFound(document, fieldName, value)
}

/** The range must cover all but the gap, in the appended bytes. */
function checkPlace({ range, problem }: FoundSignature, bytes: Uint8Array, { previousLength }: OwnPlace): LocatedRange {
  if (range === undefined) throw invalid('invalid /ByteRange')
  if (coveredLength(range) !== bytes.length) throw invalid('the signature does not cover the whole file')
  if (range[1] < previousLength) throw invalid('the gap lies outside the appended bytes')
  if (problem !== undefined) throw invalid(`the signature is misplaced: ${problem}`)
  return range
}

function digestOf(bytes: Uint8Array, [, start, end]: LocatedRange, { previousLength, prefix }: OwnPlace): Uint8Array {
  const before = prefix ?? hashPrefix(bytes.subarray(0, previousLength))
  return before.digestWith(bytes.subarray(previousLength, start), bytes.subarray(end))
}

/** Authorities recur; each signer adds one pair. */
const PAIRS_MAX = 512
const verifiedPairs: VerifiedPairs = new Map()

function trustOf({ roots, intermediates }: CertificateTrust, others: readonly Certificate[]): ChainTrust {
  if (verifiedPairs.size > PAIRS_MAX) verifiedPairs.clear()
  return createTrust(
    roots.map(({ raw }) => ({ certificate: raw, kind: 'other' })),
    [...readCertificates(intermediates.map(({ raw }) => raw)), ...others],
    verifiedPairs,
  )
}

async function checkChain(trust: ChainTrust, signer: Certificate, at: Date): Promise<void> {
  const { problem } = await trust.chainOf(signer, at, 'document')
  if (problem !== undefined) throw invalid(`the chain of certificates has the problem: ${problem}`)
}

function timeStampOf(token: CheckedToken | undefined): OwnTimeStamp {
  if (token === undefined) throw invalid('the signature has no time stamp')
  if (token.problem !== undefined) throw new SignatureError('TIMESTAMP_REFUSED', `the token fails: ${token.problem}`)
  const time = provenTime(token)
  if (time === undefined || token.authority === undefined)
    throw invalid('the certificate of the time-stamp authority is not trusted')
  return { authority: new X509Certificate(token.authority.encoded), time }
}
