import {
  checkValue,
  digest,
  type HashName,
  isUnsupported,
  nameOfAlgorithm,
  readHash,
  readSignatureAlgorithm,
  type SignatureAlgorithm,
} from './algorithms.ts'
import { fromBer } from './ber.ts'
import { equalBytes, own } from './bytes.ts'
import { type Certificate, readCertificates } from './certificate.ts'
import { children, contentsOf, type DerElement, readOid } from './der-reader.ts'
import { element } from './der-writer.ts'
import { oids } from './oids.ts'
import { SignatureError } from './signature-error.ts'
import { readSignedData, readSignerInfo } from './structures.ts'

/** A SignedData (RFC 5652) of one signer, in whatever profile it was written. Nothing of it is verified yet. */
export interface ForeignCms {
  readonly contentType: string
  /** Absent for a detached signature. */
  readonly content: Uint8Array | undefined
  readonly certificates: readonly Certificate[]
  readonly signer: Certificate | undefined
  readonly hash: HashName | undefined
  readonly algorithm: SignatureAlgorithm | undefined
  /** What digest and signature are called, for people. */
  readonly algorithmName: string
  readonly value: Uint8Array
  /** As they are signed; undefined for a signature over the content itself. */
  readonly signedAttributes: Uint8Array | undefined
  readonly attributes: ReadonlyMap<string, DerElement>
  readonly unsigned: ReadonlyMap<string, DerElement>
}

export type CmsProblem =
  /** The content is not what was signed. */
  | 'digest'
  /** The signature is not that of the certificate's key. */
  | 'value'
  | 'no-certificate'
  /** Signed attributes that contradict the rest. */
  | 'attributes'
  /** The signature was made for another certificate. */
  | 'certificate-id'
  /** An algorithm that cannot be computed here. */
  | 'algorithm'
  /** A detached signature brings a content of its own. */
  | 'attached-content'

export interface CmsCheck {
  readonly problem: CmsProblem | undefined
  /** The signed attributes name the signer's certificate by its hash: what CAdES and PAdES ask for. */
  readonly namesCertificate: boolean
}

const malformed = (message: string): SignatureError => new SignatureError('ASN1_MALFORMED', message)

/** First values by type; a type that stands twice is refused, for readers differ about which one counts. */
function readAttributes(given: DerElement | undefined, identifier: number): Map<string, DerElement> {
  const result = new Map<string, DerElement>()
  for (const attribute of given === undefined ? [] : children(given, identifier)) {
    const [type, values] = children(attribute, 0x30)
    const [value] = children(values, 0x31)
    const key = readOid(type)
    if (result.has(key)) throw malformed(`attribute ${key} stands twice`)
    if (value !== undefined) result.set(key, value)
  }
  return result
}

function findSigner(id: DerElement | undefined, certificates: readonly Certificate[]): Certificate | undefined {
  if (id?.identifier === 0x30) {
    const [issuer, serial] = children(id, 0x30)
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
 * Reads a SignedData, BER or DER; zeros may follow it, as in the place that a PDF keeps for it.
 * Throws `SignatureError` where it is none, or has not exactly one signer.
 */
export function readCms(bytes: Uint8Array, more: readonly Certificate[] = []): ForeignCms {
  const { der, end } = fromBer(bytes)
  if (bytes.subarray(end).some((byte) => byte !== 0)) throw malformed('something follows the signature')
  const signed = readSignedData(der)
  const certificates = readCertificates(signed.certificates ?? [])
  const [info, ...others] = signed.signerInfos
  if (info === undefined || others.length > 0) throw malformed('a signature has exactly one signer')
  const { contentType, wrappedContent } = signed
  const [inner] = wrappedContent === undefined ? [] : children(wrappedContent, 0xa0)
  const content = inner && contentsOf(inner, 0x04)
  return { contentType, content, certificates, ...describeSigner(info, [...certificates, ...more]) }
}

function describeSigner(info: DerElement, certificates: readonly Certificate[]) {
  const { id, digestAlgorithm, signed, algorithm, value, unsigned } = readSignerInfo(info)
  const hash = readHash(digestAlgorithm)
  const names = [nameOfAlgorithm(algorithm), nameOfAlgorithm(digestAlgorithm)]
  return {
    algorithmName: [...new Set(names)].join(', '),
    signer: findSigner(id, certificates),
    hash,
    algorithm: readSignatureAlgorithm(algorithm, hash),
    value,
    signedAttributes: signed && element(0x31, signed.contents),
    attributes: readAttributes(signed, 0xa0),
    unsigned: readAttributes(unsigned, 0xa1),
  }
}

/** ESSCertID(v2) of the attributes (RFC 5035): undefined where there is none, false where it means another one. */
async function namesSigner(cms: ForeignCms, signer: Certificate): Promise<boolean | undefined> {
  const second = cms.attributes.get(oids.signingCertificateV2)
  const first = cms.attributes.get(oids.signingCertificate)
  const attribute = second ?? first
  if (attribute === undefined) return undefined
  const [id] = children(children(attribute, 0x30)[0], 0x30)
  const parts = children(id, 0x30)
  const named = second !== undefined && parts[0]?.identifier === 0x30
  const hash = second === undefined ? 'SHA-1' : named ? readHash(parts[0]) : 'SHA-256'
  if (hash === undefined) return false
  return equalBytes(contentsOf(parts[named ? 1 : 0], 0x04), await digest(hash, own(signer.encoded)))
}

async function checkAttributes(cms: ForeignCms, content: Uint8Array<ArrayBuffer>): Promise<CmsProblem | undefined> {
  const type = cms.attributes.get(oids.contentType)
  if (type === undefined || readOid(type) !== cms.contentType) return 'attributes'
  if (cms.hash === undefined) return 'algorithm'
  const stated = cms.attributes.get(oids.messageDigest)
  if (stated === undefined) return 'attributes'
  return equalBytes(contentsOf(stated, 0x04), await digest(cms.hash, content)) ? undefined : 'digest'
}

/** As `checkAttributes`; an algorithm that this environment does not have is no fault of the signature. */
async function tryAttributes(cms: ForeignCms, content: Uint8Array<ArrayBuffer>): Promise<CmsProblem | undefined> {
  try {
    return await checkAttributes(cms, content)
  } catch (error) {
    if (isUnsupported(error)) return 'algorithm'
    throw error
  }
}

/** Verifies digest, value and the certificate that is named; whom the certificate belongs to is another question. */
export async function checkCms(cms: ForeignCms, content: Uint8Array<ArrayBuffer>): Promise<CmsCheck> {
  const { signer, algorithm, signedAttributes } = cms
  const failed = (problem: CmsProblem): CmsCheck => ({ problem, namesCertificate: false })
  if (signedAttributes !== undefined) {
    const problem = await tryAttributes(cms, content)
    if (problem !== undefined) return failed(problem)
  }
  if (signer === undefined) return failed('no-certificate')
  if (algorithm === undefined) return failed('algorithm')
  const check = await checkValue(signer.spki, algorithm, cms.value, signedAttributes ?? content)
  if (check === 'unsupported') return failed('algorithm')
  if (check === 'bad') return failed(signedAttributes === undefined ? 'digest' : 'value')
  const named = await namesSigner(cms, signer)
  if (named === false) return failed('certificate-id')
  return { problem: undefined, namesCertificate: named === true }
}
