import { nameOfKey } from './algorithm-names.ts'
import { type HashName, readPublicKey, type SignatureAlgorithm } from './algorithms.ts'
import { type Certificate, KEY_USAGE } from './certificate.ts'
import { derChildren, derContents, readDer, readUnsigned } from './der-reader.ts'
import { objectIdentifiers } from './oids.ts'

/**
 * Why an intact signature proves nothing. `weak-hash` and
 * `weak-key`: of the signature itself; `weak-certificate`: of
 * its chain.
 */
export type DistrustKind = 'weak-hash' | 'weak-key' | 'weak-certificate' | 'certificate-purpose' | 'certificate-name'

/** Why a signature that verifies must not be believed. */
export interface ChainDistrust {
  readonly kind: DistrustKind
  /** Completes the Spanish sentence «No podemos confiar en esta firma: …». */
  readonly text: string
}

/** The purpose that a certificate must have. `any`: an authority's helper, whose purpose the caller checks. */
export type CertificateUse = 'document' | 'time-stamp' | 'any'

/** NIST SP 800-57, part 1, table 4: 112 bits of security since 2014. */
export const RSA_MIN_BITS = 2048

/** Weakest first; those of one length are equal here. */
const BY_STRENGTH: readonly HashName[] = [
  'SHA-1',
  'SHA-256',
  'SHA3-256',
  'SHA-384',
  'SHA3-384',
  'SHA-512',
  'SHA3-512',
  'SHAKE256',
]

/** A signature is as strong as the weakest hash that binds it. */
export const weakestHash = (hashes: readonly (HashName | undefined)[]): HashName | undefined =>
  BY_STRENGTH.find((hash) => hashes.includes(hash))

/** Collisions of SHA-1 are practical since 2017 (NIST SP 800-131A). */
export const isWeakHash = (hash: HashName | undefined): boolean => hash === 'SHA-1'

/** A signature with exponent 1 is the message itself. */
function isTrivialExponent(spki: Uint8Array): boolean {
  const key = derContents(derChildren(readDer(spki), 0x30)[1], 0x03).subarray(1)
  const exponent = readUnsigned(derChildren(readDer(key), 0x30)[1])
  const isEven = ((exponent.at(-1) ?? 0) & 1) === 0
  return isEven || (exponent.length === 1 && (exponent[0] ?? 0) < 3)
}

/** Withdrawn (FIPS 186-5), or below 256 bits (SEC 2, RFC 5639). */
const WEAK_KEY = /^DSA|^ECDSA (?:P-192|P-224|brainpoolP(?:160|192|224)r1)$/

/** @returns the key's name if it is too weak. @throws SignatureError if not a SubjectPublicKeyInfo */
export function weaknessOfKey(spki: Uint8Array): string | undefined {
  const key = readPublicKey(spki)
  const name = nameOfKey(spki)
  if (key?.kind !== 'rsa') return WEAK_KEY.test(name) ? name : undefined
  if (key.bits < RSA_MIN_BITS) return name
  return isTrivialExponent(spki) ? `${name} con un exponente que no protege` : undefined
}

/** A key that cannot be read is not strong. */
function weaknessOf(spki: Uint8Array): string | undefined {
  try {
    return weaknessOfKey(spki)
  } catch {
    return 'de forma desconocida'
  }
}

/** For statements of authorities and responders. */
export const isStrong = (algorithm: SignatureAlgorithm | undefined, spki: Uint8Array): boolean =>
  algorithm !== undefined && !isWeakHash(algorithm.hash) && weaknessOf(spki) === undefined

/** In a signature with this algorithm, hash and key. */
export function distrustOfSignature(
  name: string,
  hashes: readonly (HashName | undefined)[],
  spki: Uint8Array | undefined,
): ChainDistrust[] {
  const outdated = /\bMD[245]\b/.exec(name)?.[0]
  const hash = hashes.some(isWeakHash) ? 'SHA-1' : outdated
  const key = spki && weaknessOf(spki)
  return [
    ...(hash === undefined ? [] : [{ kind: 'weak-hash' as const, text: `usa ${hash}, que ya no es seguro` }]),
    ...(key === undefined ? [] : [{ kind: 'weak-key' as const, text: `su llave es ${key}, que ya no es segura` }]),
  ]
}

const ownerOf = (index: number): string => (index === 0 ? 'su certificado' : 'el certificado de su autoridad')

/**
 * Judges a chain with a trusted root at its end. That root's own
 * signature proves nothing, so its hash does not matter.
 */
export function weaknessOfChain(certificates: readonly Certificate[]): ChainDistrust | undefined {
  for (const [index, { algorithm, spki }] of certificates.entries()) {
    const isRoot = index === certificates.length - 1
    const key = weaknessOf(spki)
    if (key !== undefined) return { kind: 'weak-certificate', text: `${ownerOf(index)} usa ${key}` }
    if (!isRoot && isWeakHash(algorithm?.hash))
      return { kind: 'weak-certificate', text: `${ownerOf(index)} está firmado con SHA-1, que ya no es seguro` }
  }
  return undefined
}

/**
 * Purposes that Adobe Acrobat accepts (Digital Signatures Guide,
 * «Changes Across Releases»), and RFC 9336. Not its code signing.
 */
const DOCUMENTS: readonly string[] = [
  objectIdentifiers.documentSigning,
  objectIdentifiers.emailProtection,
  objectIdentifiers.adobeDocuments,
  objectIdentifiers.microsoftDocuments,
  objectIdentifiers.anyExtendedKeyUsage,
]

/**
 * Cards state only these together with the key usage nonRepudiation,
 * which commits the person. Without it the certificate is for
 * logging in; with a server's purpose it is for web sites.
 */
const PERSONAL: readonly string[] = [objectIdentifiers.clientAuth, objectIdentifiers.smartcardLogon]

const OTHERS: readonly (readonly [id: string, name: string])[] = [
  [objectIdentifiers.serverAuth, 'sitios web (TLS)'],
  [objectIdentifiers.timeStamping, 'sellos de tiempo'],
  [objectIdentifiers.ocspSigning, 'informar de revocaciones (OCSP)'],
  [objectIdentifiers.codeSigning, 'firmar programas'],
  [objectIdentifiers.clientAuth, 'identificarse'],
  [objectIdentifiers.smartcardLogon, 'identificarse'],
]

function isForDocuments({ extendedUsage, keyUsage = 0 }: Certificate): boolean {
  if (extendedUsage === undefined || extendedUsage.some((id) => DOCUMENTS.includes(id))) return true
  const commits = (keyUsage & KEY_USAGE.nonRepudiation) !== 0
  return commits && extendedUsage.length > 0 && extendedUsage.every((id) => PERSONAL.includes(id))
}

function nameOfPurpose({ extendedUsage = [] }: Certificate): string {
  const known = OTHERS.find(([id]) => extendedUsage.includes(id))
  return known?.[1] ?? `otro uso (${extendedUsage[0] ?? 'ninguno'})`
}

/** For a certificate that signed a document (RFC 5280, 4.2.1.12). */
export const distrustOfPurpose = (certificate: Certificate): ChainDistrust | undefined =>
  isForDocuments(certificate)
    ? undefined
    : { kind: 'certificate-purpose', text: `se hizo con un certificado para ${nameOfPurpose(certificate)}` }

const mayVouchFor = ({ extendedUsage }: Certificate, use: CertificateUse): boolean => {
  if (extendedUsage === undefined || use === 'any' || extendedUsage.includes(objectIdentifiers.anyExtendedKeyUsage))
    return true
  const wanted = use === 'document' ? [...DOCUMENTS, ...PERSONAL] : [objectIdentifiers.timeStamping]
  return extendedUsage.some((id) => wanted.includes(id))
}

/**
 * Purposes of an authority limit what it issues (Mozilla Root
 * Store Policy, 5.3; Microsoft's application policies). The
 * trusted root is not limited: who trusts it decides.
 */
export function purposeOfChain(certificates: readonly Certificate[], use: CertificateUse): ChainDistrust | undefined {
  const [signer, ...authorities] = certificates
  const own = use === 'document' && signer !== undefined ? distrustOfPurpose(signer) : undefined
  const limited = authorities.slice(0, -1).find((authority) => !mayVouchFor(authority, use))
  if (own !== undefined || limited === undefined) return own
  return {
    kind: 'certificate-purpose',
    text: `su autoridad solo responde por certificados para ${nameOfPurpose(limited)}`,
  }
}
