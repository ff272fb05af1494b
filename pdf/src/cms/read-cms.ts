import { nameOfSignature } from './algorithm-names.ts'
import {
  checkValue,
  digestBytes,
  type HashName,
  isUnsupported,
  readHash,
  readSignatureAlgorithm,
  type SignatureAlgorithm,
} from './algorithms.ts'
import { fromBer } from './ber.ts'
import { copyBytes, equalBytes, type OwnBytes } from './bytes.ts'
import { type Certificate, readCertificates } from './certificate.ts'
import { type DerElement, derChildren, derContents, readOid } from './der-reader.ts'
import { derElement } from './der-writer.ts'
import { type ChainDistrust, distrustOfSignature } from './distrust.ts'
import { objectIdentifiers } from './oids.ts'
import { malformedAsn1 } from './signature-error.ts'
import { readSignedData, readSignerInfo } from './structures.ts'

/** Parsed, unverified SignedData (RFC 5652) with one signer. */
export interface ForeignCms {
  readonly contentType: string
  /** Absent for a detached signature. */
  readonly content: Uint8Array | undefined
  readonly certificates: readonly Certificate[]
  readonly signer: Certificate | undefined
  readonly hash: HashName | undefined
  readonly algorithm: SignatureAlgorithm | undefined
  readonly algorithmName: string
  readonly value: Uint8Array
  /** Undefined if the signature covers the content directly. */
  readonly signedAttributes: Uint8Array | undefined
  readonly attributes: ReadonlyMap<string, DerElement>
  readonly unsigned: ReadonlyMap<string, DerElement>
}

/** Reasons why a signature does not verify. */
export type CmsProblem =
  | 'digest'
  | 'value'
  | 'no-certificate'
  | 'attributes'
  /** The attributes name another certificate. */
  | 'certificate-id'
  | 'algorithm'
  /** A detached signature has its own content. */
  | 'attached-content'

/** Result of `checkCms`. */
export interface CmsCheck {
  readonly problem: CmsProblem | undefined
  /** Signed attributes contain the certificate's hash (CAdES, PAdES). */
  readonly namesCertificate: boolean
}

interface KnownDigest {
  readonly hash: HashName
  readonly digest: Uint8Array
}

/** The bytes, or a digest that was computed while a large file was read. */
export type SignedContent = OwnBytes | KnownDigest

/** @returns undefined if only another hash is known */
export async function digestOfContent(hash: HashName, content: SignedContent): Promise<Uint8Array | undefined> {
  if (content instanceof Uint8Array) return digestBytes(hash, content)
  return content.hash === hash ? content.digest : undefined
}

/** Refuses duplicate types: readers disagree on which one applies. */
function readAttributes(given: DerElement | undefined, identifier: number): Map<string, DerElement> {
  const result = new Map<string, DerElement>()
  for (const attribute of given === undefined ? [] : derChildren(given, identifier)) {
    const [type, values] = derChildren(attribute, 0x30)
    const [value] = derChildren(values, 0x31)
    const key = readOid(type)
    if (result.has(key)) throw malformedAsn1(`attribute ${key} stands twice`)
    if (value !== undefined) result.set(key, value)
  }
  return result
}

function findSigner(id: DerElement | undefined, certificates: readonly Certificate[]): Certificate | undefined {
  if (id?.identifier === 0x30) {
    const [issuer, serial] = derChildren(id, 0x30)
    return certificates.find(
      (candidate) =>
        equalBytes(candidate.issuer, issuer?.encoded ?? new Uint8Array()) &&
        equalBytes(candidate.serialDer, serial?.encoded ?? new Uint8Array()),
    )
  }
  const keyId = id?.identifier === 0x80 ? id.contents : undefined
  return keyId && certificates.find(({ subjectKeyId }) => subjectKeyId && equalBytes(subjectKeyId, keyId))
}

/**
 * Reads a SignedData, BER or DER. Allows trailing zeros: PDF placeholders have padding.
 *
 * @param bytes contents of /Contents
 * @param more certificates in which the signer's is searched, too
 * @throws SignatureError ASN1_MALFORMED, also without exactly one signer
 */
export function readCms(bytes: Uint8Array): ForeignCms {
  const { der, end } = fromBer(bytes)
  if (bytes.subarray(end).some((byte) => byte !== 0)) throw malformedAsn1('something follows the signature')
  const signed = readSignedData(der)
  const certificates = readCertificates(signed.certificates ?? [])
  const [info, ...others] = signed.signerInfos
  if (info === undefined || others.length > 0) throw malformedAsn1('a signature has exactly one signer')
  const { contentType, wrappedContent } = signed
  const [inner] = wrappedContent === undefined ? [] : derChildren(wrappedContent, 0xa0)
  const content = inner && derContents(inner, 0x04)
  return { contentType, content, certificates, ...describeSigner(info, certificates) }
}

function describeSigner(info: DerElement, certificates: readonly Certificate[]) {
  const { id, digestAlgorithm, signed, algorithm, value, unsigned } = readSignerInfo(info)
  const hash = readHash(digestAlgorithm)
  const signer = findSigner(id, certificates)
  return {
    algorithmName: nameOfSignature(algorithm, digestAlgorithm, signer?.spki),
    signer,
    hash,
    algorithm: readSignatureAlgorithm(algorithm, hash),
    value,
    signedAttributes: signed && derElement(0x31, signed.contents),
    attributes: readAttributes(signed, 0xa0),
    unsigned: readAttributes(unsigned, 0xa1),
  }
}

/** All that bind the content; without attributes the value covers it directly. */
export const bindingHashes = ({ hash, algorithm, signedAttributes }: ForeignCms): (HashName | undefined)[] =>
  signedAttributes === undefined && algorithm?.hash !== undefined ? [algorithm.hash] : [hash, algorithm?.hash]

/** Why even a correct signature binds nothing. */
export const distrustOfCms = (cms: ForeignCms): ChainDistrust[] =>
  distrustOfSignature(cms.algorithmName, bindingHashes(cms), cms.signer?.spki)

/**
 * ESSCertID(v2) (RFC 5035): undefined if absent, false for
 * another certificate.
 */
async function namesSigner(cms: ForeignCms, signer: Certificate): Promise<boolean | undefined> {
  const second = cms.attributes.get(objectIdentifiers.signingCertificateV2)
  const first = cms.attributes.get(objectIdentifiers.signingCertificate)
  const attribute = second ?? first
  if (attribute === undefined) return undefined
  const [id] = derChildren(derChildren(attribute, 0x30)[0], 0x30)
  const parts = derChildren(id, 0x30)
  const named = second !== undefined && parts[0]?.identifier === 0x30
  const hash = second === undefined ? 'SHA-1' : named ? readHash(parts[0]) : 'SHA-256'
  if (hash === undefined) return false
  return equalBytes(derContents(parts[named ? 1 : 0], 0x04), await digestBytes(hash, copyBytes(signer.encoded)))
}

async function checkAttributes(cms: ForeignCms, content: SignedContent): Promise<CmsProblem | undefined> {
  const type = cms.attributes.get(objectIdentifiers.contentType)
  if (type === undefined || readOid(type) !== cms.contentType) return 'attributes'
  if (cms.hash === undefined) return 'algorithm'
  const stated = cms.attributes.get(objectIdentifiers.messageDigest)
  if (stated === undefined) return 'attributes'
  const expected = await digestOfContent(cms.hash, content)
  if (expected === undefined) return 'algorithm'
  return equalBytes(derContents(stated, 0x04), expected) ? undefined : 'digest'
}

async function tryAttributes(cms: ForeignCms, content: SignedContent): Promise<CmsProblem | undefined> {
  try {
    return await checkAttributes(cms, content)
  } catch (error) {
    if (isUnsupported(error)) return 'algorithm'
    throw error
  }
}

/**
 * Verifies digest, value and certificate reference, but no trust.
 *
 * @param content signed bytes of a detached signature, or their digest
 */
export async function checkCms(cms: ForeignCms, content: SignedContent): Promise<CmsCheck> {
  const { signer, algorithm, signedAttributes } = cms
  const failed = (problem: CmsProblem): CmsCheck => ({ problem, namesCertificate: false })
  if (signedAttributes !== undefined) {
    const problem = await tryAttributes(cms, content)
    if (problem !== undefined) return failed(problem)
  }
  if (signer === undefined) return failed('no-certificate')
  if (algorithm === undefined) return failed('algorithm')
  const signed = signedAttributes ?? content
  if (!(signed instanceof Uint8Array)) return failed('attributes')
  const check = await checkValue(signer.spki, algorithm, cms.value, signed)
  if (check === 'unsupported') return failed('algorithm')
  if (check === 'bad') return failed(signedAttributes === undefined ? 'digest' : 'value')
  const named = await namesSigner(cms, signer)
  if (named === false) return failed('certificate-id')
  return { problem: undefined, namesCertificate: named === true }
}
