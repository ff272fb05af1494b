import { createHash, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type DerElement,
  derChildren,
  derContents,
  derOid,
  derSequence,
  nullValue,
  objectIdentifiers,
  RSA_MIN_BITS,
  readDer,
  readOid,
} from '../index.ts'

/** Node's digest names. SHA-1 only identifies certificates in OCSP. */
export type DigestName = 'sha1' | 'sha256' | 'sha384' | 'sha512'
export type StrongDigest = Exclude<DigestName, 'sha1'>

const DIGESTS: Readonly<Record<string, DigestName>> = {
  [objectIdentifiers.sha1]: 'sha1',
  [objectIdentifiers.sha256]: 'sha256',
  [objectIdentifiers.sha384]: 'sha384',
  [objectIdentifiers.sha512]: 'sha512',
}

const STRONG: readonly (readonly [StrongDigest, string])[] = [
  ['sha256', objectIdentifiers.sha256],
  ['sha384', objectIdentifiers.sha384],
  ['sha512', objectIdentifiers.sha512],
]

interface SignatureAlgorithm {
  readonly key: 'ec' | 'rsa'
  /** Undefined if stated elsewhere. */
  readonly digest: StrongDigest | undefined
}

const SIGNATURES: Readonly<Record<string, SignatureAlgorithm>> = {
  [objectIdentifiers.ecdsaWithSha256]: { key: 'ec', digest: 'sha256' },
  [objectIdentifiers.ecdsaWithSha384]: { key: 'ec', digest: 'sha384' },
  [objectIdentifiers.ecdsaWithSha512]: { key: 'ec', digest: 'sha512' },
  [objectIdentifiers.rsaWithSha256]: { key: 'rsa', digest: 'sha256' },
  [objectIdentifiers.rsaWithSha384]: { key: 'rsa', digest: 'sha384' },
  [objectIdentifiers.rsaWithSha512]: { key: 'rsa', digest: 'sha512' },
  [objectIdentifiers.rsaEncryption]: { key: 'rsa', digest: undefined },
}

/** OID of an AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
export const algorithmId = (algorithm: DerElement | undefined): string => readOid(derChildren(algorithm, 0x30)[0])

/** Undefined for unknown digests. */
export const digestOf = (algorithm: DerElement | undefined): DigestName | undefined => DIGESTS[algorithmId(algorithm)]

/** Undefined for SHA-1 and unknown digests. */
export const strongDigestOf = (algorithm: DerElement | undefined): StrongDigest | undefined => {
  const digest = digestOf(algorithm)
  return digest === 'sha1' ? undefined : digest
}

/** Undefined for SHA-1 and unknown algorithms. */
export const signatureAlgorithmOf = (algorithm: DerElement | undefined): SignatureAlgorithm | undefined =>
  SIGNATURES[algorithmId(algorithm)]

/** Parameters absent (RFC 5754, 2). */
export const digestAlgorithm = (digest: StrongDigest): Uint8Array =>
  derSequence(derOid(STRONG.find(([name]) => name === digest)?.[1] ?? objectIdentifiers.sha256))

export const hashWith = (digest: DigestName, ...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash(digest)
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const signAsync = promisify(sign)

/** P-256 uses SHA-256, larger curves SHA-384. */
const isWide = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve !== 'prime256v1'

/** The algorithm of `signWithKey`. */
export const signatureAlgorithmFor = (key: KeyObject): Uint8Array => {
  if (key.asymmetricKeyType === 'rsa') return derSequence(derOid(objectIdentifiers.rsaWithSha256), nullValue())
  return derSequence(derOid(isWide(key) ? objectIdentifiers.ecdsaWithSha384 : objectIdentifiers.ecdsaWithSha256))
}

/** A P-256 signature is faster than a thread switch. */
const isQuick = (key: KeyObject): boolean => key.asymmetricKeyType === 'ec' && !isWide(key)

/** RSA and large curves take long, so those sign in libuv's threads. */
export const signBytes = async (digest: StrongDigest, data: Uint8Array, key: KeyObject): Promise<Uint8Array> =>
  new Uint8Array(isQuick(key) ? sign(digest, data, key) : await signAsync(digest, data, key))

/** SHA-384 for P-384, otherwise SHA-256. */
export const signWithKey = async (key: KeyObject, data: Uint8Array) => ({
  algorithm: signatureAlgorithmFor(key),
  value: await signBytes(isWide(key) ? 'sha384' : 'sha256', data, key),
})

const isShort = ({ asymmetricKeyDetails }: KeyObject): boolean => {
  const { modulusLength = RSA_MIN_BITS } = asymmetricKeyDetails ?? {}
  return modulusLength < RSA_MIN_BITS
}

/** False for unaccepted algorithms and short keys, too. */
export const verifyWith = (
  key: KeyObject,
  algorithm: DerElement | undefined,
  data: Uint8Array,
  value: Uint8Array,
): boolean => {
  const known = signatureAlgorithmOf(algorithm)
  if (known?.digest === undefined || key.asymmetricKeyType !== known.key || isShort(key)) return false
  return verify(known.digest, data, key, value)
}

/** An authority's key is asked for with each certificate that it issues. */
const knownKeyBits = new WeakMap<X509Certificate, Uint8Array>()

/** The key's BIT STRING, which OCSP and key identifiers hash. */
export const publicKeyBits = (certificate: X509Certificate): Uint8Array => {
  const known = knownKeyBits.get(certificate)
  if (known !== undefined) return known
  const spki = certificate.publicKey.export({ format: 'der', type: 'spki' })
  const bits = derContents(derChildren(readDer(new Uint8Array(spki)), 0x30)[1], 0x03).subarray(1)
  knownKeyBits.set(certificate, bits)
  return bits
}
