import { createHash, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { children, contentsOf, type DerElement, nullValue, oid, oids, readDer, readOid, sequence } from '../index.ts'

/** Digests as Node names them; SHA-1 is good for naming certificates in OCSP, and for nothing else. */
export type DigestName = 'sha1' | 'sha256' | 'sha384' | 'sha512'
export type StrongDigest = Exclude<DigestName, 'sha1'>

const DIGESTS: Readonly<Record<string, DigestName>> = {
  [oids.sha1]: 'sha1',
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
}

const STRONG: readonly (readonly [StrongDigest, string])[] = [
  ['sha256', oids.sha256],
  ['sha384', oids.sha384],
  ['sha512', oids.sha512],
]

interface SignatureAlgorithm {
  readonly key: 'ec' | 'rsa'
  /** Absent where the digest is stated elsewhere. */
  readonly digest: StrongDigest | undefined
}

const SIGNATURES: Readonly<Record<string, SignatureAlgorithm>> = {
  [oids.ecdsaWithSha256]: { key: 'ec', digest: 'sha256' },
  [oids.ecdsaWithSha384]: { key: 'ec', digest: 'sha384' },
  [oids.ecdsaWithSha512]: { key: 'ec', digest: 'sha512' },
  [oids.rsaWithSha256]: { key: 'rsa', digest: 'sha256' },
  [oids.rsaWithSha384]: { key: 'rsa', digest: 'sha384' },
  [oids.rsaWithSha512]: { key: 'rsa', digest: 'sha512' },
  [oids.rsaEncryption]: { key: 'rsa', digest: undefined },
}

/** The identifier at the head of an AlgorithmIdentifier. */
export const algorithmId = (algorithm: DerElement | undefined): string => readOid(children(algorithm, 0x30)[0])

/** Undefined for digests that are not known here. */
export const digestOf = (algorithm: DerElement | undefined): DigestName | undefined => DIGESTS[algorithmId(algorithm)]

/** Undefined for SHA-1 and for what is not known. */
export const strongDigestOf = (algorithm: DerElement | undefined): StrongDigest | undefined => {
  const digest = digestOf(algorithm)
  return digest === 'sha1' ? undefined : digest
}

/** Undefined for signatures over SHA-1 and for what is not known. */
export const signatureAlgorithmOf = (algorithm: DerElement | undefined): SignatureAlgorithm | undefined =>
  SIGNATURES[algorithmId(algorithm)]

/** AlgorithmIdentifier of a digest, parameters absent (RFC 5754, 2). */
export const digestAlgorithm = (digest: StrongDigest): Uint8Array =>
  sequence(oid(STRONG.find(([name]) => name === digest)?.[1] ?? oids.sha256))

export const hashWith = (digest: DigestName, ...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash(digest)
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const signAsync = promisify(sign)

/** P-256 goes with SHA-256, larger curves with SHA-384. */
const isWide = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve !== 'prime256v1'

/** AlgorithmIdentifier of what `signWith` makes with a key. */
export const signatureAlgorithmFor = (key: KeyObject): Uint8Array => {
  if (key.asymmetricKeyType === 'rsa') return sequence(oid(oids.rsaWithSha256), nullValue())
  return sequence(oid(isWide(key) ? oids.ecdsaWithSha384 : oids.ecdsaWithSha256))
}

/** With P-256 a signature takes less time than handing it to another thread and back; other keys take milliseconds. */
const isQuick = (key: KeyObject): boolean => key.asymmetricKeyType === 'ec' && !isWide(key)

/** A signature over data, by the algorithm of the key. */
export const signBytes = async (digest: StrongDigest, data: Uint8Array, key: KeyObject): Promise<Uint8Array> =>
  new Uint8Array(isQuick(key) ? sign(digest, data, key) : await signAsync(digest, data, key))

/** Signs with an authority's key: certificates, and what it says about them. */
export const signWith = async (key: KeyObject, data: Uint8Array) => ({
  algorithm: signatureAlgorithmFor(key),
  value: await signBytes(isWide(key) ? 'sha384' : 'sha256', data, key),
})

/** Whether a key made the signature; also false for algorithms that are not accepted. */
export const verifyWith = (
  key: KeyObject,
  algorithm: DerElement | undefined,
  data: Uint8Array,
  value: Uint8Array,
): boolean => {
  const known = signatureAlgorithmOf(algorithm)
  if (known?.digest === undefined || key.asymmetricKeyType !== known.key) return false
  return verify(known.digest, data, key, value)
}

/** The bits of the public key, without their surroundings: what OCSP and key identifiers are the digest of. */
export const publicKeyBits = ({ publicKey }: X509Certificate): Uint8Array => {
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return contentsOf(children(readDer(new Uint8Array(spki)), 0x30)[1], 0x03).subarray(1)
}
