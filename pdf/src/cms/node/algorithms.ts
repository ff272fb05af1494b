import { createHash, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import {
  children,
  contentsOf,
  type DerElement,
  nullValue,
  oid,
  oids,
  RSA_MIN_BITS,
  readDer,
  readOid,
  sequence,
} from '../index.ts'

/** Node's digest names. SHA-1 only identifies certificates in OCSP. */
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
  /** Undefined if stated elsewhere. */
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

/** OID of an AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
export const algorithmId = (algorithm: DerElement | undefined): string => readOid(children(algorithm, 0x30)[0])

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
  sequence(oid(STRONG.find(([name]) => name === digest)?.[1] ?? oids.sha256))

export const hashWith = (digest: DigestName, ...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash(digest)
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const signAsync = promisify(sign)

/** P-256 uses SHA-256, larger curves SHA-384. */
const isWide = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve !== 'prime256v1'

/** The algorithm of `signWith`. */
export const signatureAlgorithmFor = (key: KeyObject): Uint8Array => {
  if (key.asymmetricKeyType === 'rsa') return sequence(oid(oids.rsaWithSha256), nullValue())
  return sequence(oid(isWide(key) ? oids.ecdsaWithSha384 : oids.ecdsaWithSha256))
}

/** A P-256 signature is faster than a thread switch. */
const isQuick = (key: KeyObject): boolean => key.asymmetricKeyType === 'ec' && !isWide(key)

/** RSA and large curves take long, so those sign in libuv's threads. */
export const signBytes = async (digest: StrongDigest, data: Uint8Array, key: KeyObject): Promise<Uint8Array> =>
  new Uint8Array(isQuick(key) ? sign(digest, data, key) : await signAsync(digest, data, key))

/** SHA-384 for P-384, otherwise SHA-256. */
export const signWith = async (key: KeyObject, data: Uint8Array) => ({
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

/** The key's BIT STRING, which OCSP and key identifiers hash. */
export const publicKeyBits = ({ publicKey }: X509Certificate): Uint8Array => {
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return contentsOf(children(readDer(new Uint8Array(spki)), 0x30)[1], 0x03).subarray(1)
}
