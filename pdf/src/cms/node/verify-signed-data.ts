import { verify, X509Certificate } from 'node:crypto'
import {
  type DerElement,
  derChildren,
  derContents,
  equalBytes,
  identifiesCertificate,
  objectIdentifiers,
  readDer,
  readOid,
  readSmallInteger,
  SignatureError,
} from '../index.ts'
import { readSignedData, readSignerInfo } from '../structures.ts'
import { hashWith, type StrongDigest, signatureAlgorithmOf, strongDigestOf } from './algorithms.ts'
import { asSet, type SignatureScheme } from './signed-data.ts'

/** The value is right; whom to trust is for the caller. */
export interface VerifiedSignedData {
  readonly contentType: string
  readonly content: Uint8Array | undefined
  readonly signer: X509Certificate
  readonly certificates: readonly X509Certificate[]
  readonly value: Uint8Array
  readonly scheme: SignatureScheme
  readonly timeStampToken: Uint8Array | undefined
}

const invalid = (message: string): SignatureError => new SignatureError('SIGNATURE_INVALID', message)

/** Rejects repeated and multi-valued attributes. */
function readAttributes(contents: Uint8Array): Map<string, DerElement> {
  const result = new Map<string, DerElement>()
  for (const attribute of derChildren(readDer(asSet(contents)), 0x31)) {
    const [type, values] = derChildren(attribute, 0x30)
    const [value, ...others] = derChildren(values, 0x31)
    const key = readOid(type)
    if (value === undefined || others.length > 0 || result.has(key)) throw invalid(`attribute ${key} is not single`)
    result.set(key, value)
  }
  return result
}

/**
 * Verifies a SignedData with one signer (RFC 5652, 5.6), but not whom to trust. Requires SHA-2, ECDSA or RSA, and
 * signed content type, message digest and signing-certificate-v2.
 *
 * @param encoded ContentInfo, DER
 * @param digest SHA-256 of detached content
 * @throws SignatureError SIGNATURE_INVALID, ASN1_MALFORMED
 */
export function verifySignedData(encoded: Uint8Array, digest?: Uint8Array): VerifiedSignedData {
  const {
    version,
    contentType,
    wrappedContent,
    certificates: encodedCertificates,
    signerInfos,
  } = readSignedData(encoded)
  readSmallInteger(version)
  const content = wrappedContent && derContents(derChildren(wrappedContent, 0xa0)[0], 0x04)
  if (encodedCertificates === undefined) throw new SignatureError('ASN1_MALFORMED', 'it brings no certificates')
  const [info, ...others] = signerInfos
  if (others.length > 0) throw invalid('more than one signer')
  const signerInfo = readOwnSigner(info)
  const expected = content === undefined ? detached(signerInfo.digest, digest) : hashWith(signerInfo.digest, content)
  const certificate = encodedCertificates.find((candidate) => identifiesCertificate(signerInfo.signerId, candidate))
  if (certificate === undefined) throw invalid('the certificate of the signer is missing')
  const signer = new X509Certificate(certificate)
  checkSignedAttributes(signerInfo.signedAttributes, contentType, expected, certificate)
  if (schemeOf(signer) !== signerInfo.scheme) throw invalid('the key is not one for this signature algorithm')
  if (!verify(signerInfo.signatureDigest, asSet(signerInfo.signedAttributes), signer.publicKey, signerInfo.value)) {
    throw invalid('the signature value does not match')
  }
  return {
    contentType,
    content,
    signer,
    certificates: encodedCertificates.map((candidate) => new X509Certificate(candidate)),
    value: signerInfo.value,
    scheme: signerInfo.scheme,
    timeStampToken: readAttributes(signerInfo.unsignedAttributes).get(objectIdentifiers.signatureTimeStampToken)
      ?.encoded,
  }
}

/** `intermediates` complete chains and are never trusted by themselves. */
export interface CertificateTrust {
  readonly roots: readonly X509Certificate[]
  readonly intermediates: readonly X509Certificate[]
}

/** Undefined for unsupported keys. */
export function schemeOf({ publicKey }: X509Certificate): SignatureScheme | undefined {
  if (publicKey.asymmetricKeyType === 'ec') return 'ecdsa'
  return publicKey.asymmetricKeyType === 'rsa' ? 'rsa' : undefined
}

const detached = (stated: StrongDigest, digest: Uint8Array | undefined): Uint8Array => {
  if (stated !== 'sha256') throw invalid('unexpected digest algorithm')
  if (digest === undefined) throw invalid('detached content, but no digest of it')
  return digest
}

function readOwnSigner(info: DerElement | undefined) {
  const { version, id: signerId, digestAlgorithm, signed, algorithm, value, unsigned } = readSignerInfo(info)
  if (readSmallInteger(version) !== 1 || signerId?.identifier !== 0x30) throw invalid('unexpected signer identifier')
  const digest = strongDigestOf(digestAlgorithm)
  if (digest === undefined) throw invalid('unexpected digest algorithm')
  const known = signatureAlgorithmOf(algorithm)
  if (known === undefined) throw invalid('unexpected signature algorithm')
  const scheme: SignatureScheme = known.key === 'ec' ? 'ecdsa' : 'rsa'
  return {
    signerId: signerId.encoded,
    digest,
    scheme,
    signatureDigest: known.digest ?? digest,
    signedAttributes: derContents(signed, 0xa0),
    value,
    unsignedAttributes: unsigned === undefined ? new Uint8Array() : derContents(unsigned, 0xa1),
  }
}

function checkSignedAttributes(
  contents: Uint8Array,
  contentType: string,
  digest: Uint8Array,
  certificate: Uint8Array,
): void {
  const attributes = readAttributes(contents)
  if (readOid(attributes.get(objectIdentifiers.contentType)) !== contentType)
    throw invalid('the signed content type differs')
  if (!equalBytes(derContents(attributes.get(objectIdentifiers.messageDigest), 0x04), digest)) {
    throw invalid('the signed digest is not that of the content')
  }
  const [certificateIds] = derChildren(attributes.get(objectIdentifiers.signingCertificateV2), 0x30)
  const [certificateId] = derChildren(certificateIds, 0x30)
  // ESSCertIDv2 omits the algorithm for SHA-256 (RFC 5035, 4).
  const [first, second] = derChildren(certificateId, 0x30)
  const stated = first?.identifier === 0x30 ? strongDigestOf(first) : 'sha256'
  const hash = first?.identifier === 0x30 ? second : first
  if (stated === undefined || !equalBytes(derContents(hash, 0x04), hashWith(stated, certificate))) {
    throw invalid('the signed certificate identifier is not that of the signer')
  }
}

/**
 * Verifies the chain of a certificate at a moment.
 *
 * @returns the chain to a trusted root, signer first
 * @throws SignatureError SIGNATURE_INVALID
 */
export function verifyChain(
  signer: X509Certificate,
  intermediates: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): X509Certificate[] {
  const chain: X509Certificate[] = []
  let current = signer
  for (let step = 0; step < 8; step++) {
    checkValidity(current, at)
    chain.push(current)
    if (roots.some(({ fingerprint256 }) => fingerprint256 === current.fingerprint256)) return chain
    const issuer = [...roots, ...intermediates].find((candidate) => isIssuer(candidate, current))
    if (issuer === undefined) throw invalid(`no issuer for the certificate '${current.subject}'`)
    current = issuer
  }
  throw invalid('the chain of certificates is too long')
}

/** Few authorities recur, and verifying them is slowest. */
const KNOWN_PAIRS_MAX = 512
const knownPairs = new Map<string, boolean>()

/** Cached by fingerprints. */
export const isSignedBy = (certificate: X509Certificate, candidate: X509Certificate): boolean => {
  const pair = `${certificate.fingerprint256} ${candidate.fingerprint256}`
  const known = knownPairs.get(pair)
  if (known !== undefined) return known
  const found = certificate.verify(candidate.publicKey)
  const [oldest] = knownPairs.keys()
  if (knownPairs.size >= KNOWN_PAIRS_MAX && oldest !== undefined) knownPairs.delete(oldest)
  knownPairs.set(pair, found)
  return found
}

const isIssuer = (candidate: X509Certificate, certificate: X509Certificate): boolean =>
  candidate.ca && certificate.checkIssued(candidate) && isSignedBy(certificate, candidate)

function checkValidity(certificate: X509Certificate, at: Date): void {
  if (at < new Date(certificate.validFrom) || at > new Date(certificate.validTo)) {
    throw invalid(`the certificate '${certificate.subject}' is not valid at that time`)
  }
}
