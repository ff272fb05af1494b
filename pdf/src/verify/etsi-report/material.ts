import { digestBytes, type HashName, isUnsupported, readHash, type SignatureAlgorithm } from '../../cms/algorithms.ts'
import { fromBer } from '../../cms/ber.ts'
import { copyBytes, type OwnBytes, toHex } from '../../cms/bytes.ts'
import { readCertificates } from '../../cms/certificate.ts'
import { type DerElement, derChildren, derContents } from '../../cms/der-reader.ts'
import { readTime } from '../../cms/der-time.ts'
import { objectIdentifiers } from '../../cms/oids.ts'
import { bindingHashes, type ForeignCms, readCms } from '../../cms/read-cms.ts'
import { checkRevocation, mergeEvidence, type RevocationEvidence } from '../../cms/revocation.ts'
import { readTstInfo } from '../../cms/structures.ts'
import type { InflateData } from '../../syntax/limits.ts'
import { isName } from '../../syntax/objects.ts'
import { openPdf, type PdfDocument } from '../../syntax/pdf-document.ts'
import { type FoundSignature, locateSignatures, textEntry } from '../locate-signatures.ts'
import type { SignatureReport, VerificationReport } from '../report.ts'
import { tryStoreEntries } from '../validation-data.ts'
import { copyCovered, readPdfDate } from '../verify-signature.ts'
import type { RevokedParty } from './indications.ts'

/** Ends of the URIs of object types (ETSI TS 119 102-2, 4.4). */
export type ValidationObjectKind = 'certificate' | 'CRL' | 'OCSPResponse' | 'timestamp'

/** A file of the validation, with its SHA-256. */
export interface ValidationObject {
  readonly kind: ValidationObjectKind
  readonly der: Uint8Array
  readonly sha256: Uint8Array
}

export interface NamedDigest {
  readonly hash: HashName
  readonly value: Uint8Array
}

/** A signature's CMS, as it states things about itself. */
interface CmsMaterial {
  readonly value: Uint8Array
  readonly algorithm: SignatureAlgorithm | undefined
  /** Of the bytes that the value covers: the data to be signed representation. */
  readonly signed: NamedDigest | undefined
  readonly messageDigest: Uint8Array | undefined
  /** In ESSCertID or ESSCertIDv2 (RFC 5035). */
  readonly certificateId: NamedDigest | undefined
  readonly stamp: { readonly object: ValidationObject; readonly time: Date } | undefined
}

/** Read from the file, for a report of ETSI TS 119 102-2; `SignatureReport` has the rest. */
export interface SignatureMaterial {
  readonly filter: string | undefined
  readonly subFilter: string
  readonly name: string | undefined
  readonly contact: string | undefined
  readonly claimed: Date | undefined
  readonly range: readonly number[] | undefined
  /** Of the covered bytes. */
  readonly document: NamedDigest | undefined
  /** Undefined if it cannot be read. */
  readonly cms: CmsMaterial | undefined
  readonly chain: readonly ValidationObject[]
  readonly revoked: RevokedParty
}

export interface ReportMaterial {
  /** In the order of the report. */
  readonly signatures: readonly SignatureMaterial[]
  /** In the file's security store. */
  readonly store: readonly ValidationObject[]
  /** Asked for during the verification. */
  readonly fetched: readonly ValidationObject[]
}

/** `revocation`: data that was fetched for the report. */
export interface MaterialOptions {
  readonly inflate: InflateData
  readonly now: Date
  readonly revocation?: RevocationEvidence
}

const describeObject = async (kind: ValidationObjectKind, der: Uint8Array): Promise<ValidationObject> => ({
  kind,
  der,
  sha256: await digestBytes('SHA-256', copyBytes(der)),
})

const describeAll = (kind: ValidationObjectKind, all: readonly Uint8Array[]): Promise<ValidationObject[]> =>
  Promise.all(all.map((der) => describeObject(kind, der)))

const describeEvidence = async ({ ocsps, crls }: RevocationEvidence): Promise<ValidationObject[]> => [
  ...(await describeAll('CRL', crls)),
  ...(await describeAll('OCSPResponse', ocsps)),
]

/** SHA-256 if this platform lacks the hash: browsers lack SHA-3. */
async function digestWith(hash: HashName, bytes: OwnBytes): Promise<NamedDigest> {
  try {
    return { hash, value: await digestBytes(hash, bytes) }
  } catch (error) {
    if (!isUnsupported(error)) throw error
    return { hash: 'SHA-256', value: await digestBytes('SHA-256', bytes) }
  }
}

function readCertificateId({ attributes }: ForeignCms): NamedDigest | undefined {
  const second = attributes.get(objectIdentifiers.signingCertificateV2)
  const attribute = second ?? attributes.get(objectIdentifiers.signingCertificate)
  if (attribute === undefined) return undefined
  const [first] = derChildren(derChildren(attribute, 0x30)[0], 0x30)
  const parts = derChildren(first, 0x30)
  const named = second !== undefined && parts[0]?.identifier === 0x30
  const hash = second === undefined ? 'SHA-1' : named ? readHash(parts[0]) : 'SHA-256'
  return hash && { hash, value: derContents(parts[named ? 1 : 0], 0x04) }
}

/** Undefined for a part that is malformed: the report has the rest. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

async function readStamp(token: Uint8Array): Promise<CmsMaterial['stamp']> {
  const time = attempt(() => readTime(readTstInfo(readCms(token).content ?? new Uint8Array()).time))
  return time && { time, object: await describeObject('timestamp', token) }
}

const digestOfAttribute = (element: DerElement | undefined): Uint8Array | undefined =>
  element && attempt(() => derContents(element, 0x04))

async function readCmsMaterial(found: FoundSignature, document: NamedDigest | undefined): Promise<CmsMaterial> {
  const cms = readCms(found.contents)
  const { signedAttributes, hash } = cms
  const isStamp = found.subFilter === 'ETSI.RFC3161'
  const token = cms.unsigned.get(objectIdentifiers.signatureTimeStampToken)?.encoded
  const stamp = isStamp ? found.contents.subarray(0, fromBer(found.contents).end) : token
  return {
    value: cms.value,
    algorithm: cms.algorithm,
    signed: signedAttributes === undefined ? document : hash && (await digestWith(hash, copyBytes(signedAttributes))),
    messageDigest: digestOfAttribute(cms.attributes.get(objectIdentifiers.messageDigest)),
    certificateId: attempt(() => readCertificateId(cms)),
    stamp: stamp && (await readStamp(stamp)),
  }
}

const hashOf = (contents: Uint8Array): HashName =>
  attempt(() => bindingHashes(readCms(contents)).find((hash) => hash !== undefined)) ?? 'SHA-256'

/** The signer's certificate is judged first, as `verifyPdf` does. */
async function findRevoked(
  { certificate, time, revocation }: SignatureReport,
  evidence: RevocationEvidence,
  now: Date,
): Promise<RevokedParty> {
  const [signer, issuer] = readCertificates(certificate?.chain.slice(0, 2) ?? [])
  if (revocation.state !== 'revoked' || signer === undefined || issuer === undefined) return 'signer'
  const at = time.isProven ? (time.at ?? now) : now
  return (await checkRevocation(signer, issuer, evidence, at)).state === 'revoked' ? 'signer' : 'authority'
}

interface Reading {
  readonly document: PdfDocument
  readonly scratch: OwnBytes
  readonly evidence: RevocationEvidence
  readonly now: Date
}

async function readSignature(
  found: FoundSignature,
  report: SignatureReport,
  { document, scratch, evidence, now }: Reading,
): Promise<SignatureMaterial> {
  const { dict, range, subFilter } = found
  const filter = document.objects.get(dict, 'Filter')
  const digest = range && (await digestWith(hashOf(found.contents), copyCovered(document.bytes, range, scratch)))
  return {
    filter: isName(filter) ? filter.value : undefined,
    subFilter,
    name: textEntry(document.objects, dict, 'Name'),
    contact: textEntry(document.objects, dict, 'ContactInfo'),
    claimed: readPdfDate(textEntry(document.objects, dict, 'M')),
    range,
    document: digest,
    cms: await readCmsMaterial(found, digest).catch(() => undefined),
    chain: await describeAll('certificate', report.certificate?.chain ?? []),
    revoked: await findRevoked(report, evidence, now),
  }
}

const NO_EVIDENCE: RevocationEvidence = { ocsps: [], crls: [] }

/** By kind and content: files repeat them in every revision. */
export const withoutRepeats = (objects: readonly ValidationObject[]): ValidationObject[] => [
  ...new Map(objects.map((each) => [`${each.kind} ${toHex(each.sha256)}`, each])).values(),
]

/**
 * Reads digests, attributes and validation objects, for the report of ETSI TS 119 102-2.
 *
 * @param bytes of the file that `report` is about
 * @throws PdfError for a file that cannot be opened, which has no such report
 */
export async function readReportMaterial(
  bytes: Uint8Array,
  report: Extract<VerificationReport, { kind: 'signed' }>,
  { inflate, now, revocation = NO_EVIDENCE }: MaterialOptions,
): Promise<ReportMaterial> {
  const document = openPdf(bytes, { inflate })
  const store = tryStoreEntries(document, inflate) ?? { certificates: [], ...NO_EVIDENCE }
  const reading = {
    document,
    scratch: new Uint8Array(bytes.length),
    evidence: mergeEvidence([store, revocation]),
    now,
  }
  const signatures: SignatureMaterial[] = []
  for (const [index, found] of locateSignatures(document).signatures.entries()) {
    const told = report.signatures[index]
    // One after the other: they share the scratch memory.
    if (told !== undefined) signatures.push(await readSignature(found, told, reading))
  }
  const entries = [...(await describeAll('certificate', store.certificates)), ...(await describeEvidence(store))]
  return {
    signatures,
    store: withoutRepeats(entries),
    fetched: withoutRepeats(await describeEvidence(revocation)),
  }
}
