import { copyBytes } from './bytes.ts'
import {
  type DerElement,
  derChildren,
  derContents,
  readDer,
  readOid,
  readSmallInteger,
  readUnsigned,
} from './der-reader.ts'
import { objectIdentifiers } from './oids.ts'

type Sha3Name = 'SHA3-256' | 'SHA3-384' | 'SHA3-512'
/**
 * SHAKE256 (512 bits) is the digest of Ed448 (RFC 8419).
 * Browsers lack it and SHA-3; Node has both.
 */
export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512' | Sha3Name | 'SHAKE256'

const HASHES: Readonly<Record<string, HashName>> = {
  [objectIdentifiers.sha1]: 'SHA-1',
  [objectIdentifiers.sha256]: 'SHA-256',
  [objectIdentifiers.sha384]: 'SHA-384',
  [objectIdentifiers.sha512]: 'SHA-512',
  [objectIdentifiers.sha3With256]: 'SHA3-256',
  [objectIdentifiers.sha3With384]: 'SHA3-384',
  [objectIdentifiers.sha3With512]: 'SHA3-512',
  [objectIdentifiers.shake256]: 'SHAKE256',
}

/** What `checkValue` needs to know. `saltLength` in bytes (RFC 4055, 3.1). */
export type SignatureAlgorithm =
  | { readonly kind: 'rsa'; readonly hash: HashName }
  | { readonly kind: 'rsa-pss'; readonly hash: HashName; readonly saltLength: number }
  | { readonly kind: 'ecdsa'; readonly hash: HashName }
  /** RFC 8032 fixes the hash. */
  | { readonly kind: EdwardsName; readonly hash: undefined }

type EdwardsName = 'Ed25519' | 'Ed448'
const EDWARDS: Readonly<Record<string, EdwardsName>> = {
  [objectIdentifiers.ed25519]: 'Ed25519',
  [objectIdentifiers.ed448]: 'Ed448',
}

const rsa = (hash: HashName): SignatureAlgorithm => ({ kind: 'rsa', hash })
const ecdsa = (hash: HashName): SignatureAlgorithm => ({ kind: 'ecdsa', hash })

const edwards = (kind: EdwardsName): SignatureAlgorithm => ({ kind, hash: undefined })

/** RFC 8017, RFC 5758, RFC 8410 and the NIST registry. */
const SIGNATURES: Readonly<Record<string, SignatureAlgorithm>> = {
  [objectIdentifiers.rsaWithSha1]: rsa('SHA-1'),
  [objectIdentifiers.rsaWithSha1OfOiw]: rsa('SHA-1'),
  [objectIdentifiers.rsaWithSha256]: rsa('SHA-256'),
  [objectIdentifiers.rsaWithSha384]: rsa('SHA-384'),
  [objectIdentifiers.rsaWithSha512]: rsa('SHA-512'),
  [objectIdentifiers.ecdsaWithSha1]: ecdsa('SHA-1'),
  [objectIdentifiers.ecdsaWithSha256]: ecdsa('SHA-256'),
  [objectIdentifiers.ecdsaWithSha384]: ecdsa('SHA-384'),
  [objectIdentifiers.ecdsaWithSha512]: ecdsa('SHA-512'),
  [objectIdentifiers.ecdsaWithSha3With256]: ecdsa('SHA3-256'),
  [objectIdentifiers.ecdsaWithSha3With384]: ecdsa('SHA3-384'),
  [objectIdentifiers.ecdsaWithSha3With512]: ecdsa('SHA3-512'),
  [objectIdentifiers.rsaWithSha3With256]: rsa('SHA3-256'),
  [objectIdentifiers.rsaWithSha3With384]: rsa('SHA3-384'),
  [objectIdentifiers.rsaWithSha3With512]: rsa('SHA3-512'),
  [objectIdentifiers.ed25519]: edwards('Ed25519'),
  [objectIdentifiers.ed448]: edwards('Ed448'),
}
const CURVES: Readonly<Record<string, { readonly name: 'P-256' | 'P-384' | 'P-521'; readonly bytes: number }>> = {
  [objectIdentifiers.p256]: { name: 'P-256', bytes: 32 },
  [objectIdentifiers.p384]: { name: 'P-384', bytes: 48 },
  [objectIdentifiers.p521]: { name: 'P-521', bytes: 66 },
}

/**
 * Reads a digest AlgorithmIdentifier.
 *
 * @returns undefined if it is unknown
 */
export const readHash = (algorithm: DerElement | undefined): HashName | undefined =>
  HASHES[readOid(derChildren(algorithm, 0x30)[0])]

/** RSASSA-PSS-params (RFC 4055, 3.1). */
function readPss(parameters: DerElement | undefined): SignatureAlgorithm | undefined {
  const parts = parameters === undefined ? [] : derChildren(parameters, 0x30)
  const tagged = (tag: number): DerElement | undefined => {
    const found = parts.find(({ identifier }) => identifier === tag)
    return found && derChildren(found, tag)[0]
  }
  const named = tagged(0xa0)
  const hash = named === undefined ? 'SHA-1' : readHash(named)
  const mask = tagged(0xa1)
  if (mask !== undefined) {
    const [id, inner] = derChildren(mask, 0x30)
    if (readOid(id) !== objectIdentifiers.mgf1 || readHash(inner) !== hash) return undefined
  } else if (hash !== 'SHA-1') return undefined
  const salt = tagged(0xa2)
  if (hash === undefined) return undefined
  return { kind: 'rsa-pss', hash, saltLength: salt === undefined ? 20 : readSmallInteger(salt) }
}

/**
 * @param digest hash if the identifier names only the
 * key type
 * @returns undefined if not supported
 */
export function readSignatureAlgorithm(
  algorithm: DerElement | undefined,
  digest?: HashName,
): SignatureAlgorithm | undefined {
  const [id, parameters] = derChildren(algorithm, 0x30)
  const name = readOid(id)
  if (name === objectIdentifiers.rsaPss) return readPss(parameters)
  if (name === objectIdentifiers.rsaEncryption) return digest && rsa(digest)
  if (name === objectIdentifiers.ecPublicKey) return digest && ecdsa(digest)
  return SIGNATURES[name]
}

/** `bits`: length of the RSA modulus. `bytes`: length of a coordinate. */
export type PublicKey =
  | { readonly kind: 'rsa'; readonly bits: number }
  | { readonly kind: 'ec'; readonly curve: 'P-256' | 'P-384' | 'P-521'; readonly bytes: number }
  | { readonly kind: EdwardsName }

/**
 * Reads a SubjectPublicKeyInfo (RFC 5280, 4.1).
 *
 * @param spki DER
 * @returns undefined for a kind of key that nothing here verifies
 * @throws SignatureError ASN1_MALFORMED
 */
export function readPublicKey(spki: Uint8Array): PublicKey | undefined {
  const [algorithm, key] = derChildren(readDer(spki), 0x30)
  const [id, parameters] = derChildren(algorithm, 0x30)
  const name = readOid(id)
  if (name === objectIdentifiers.ecPublicKey) {
    const curve = parameters?.identifier === 0x06 ? CURVES[readOid(parameters)] : undefined
    return curve && { kind: 'ec', curve: curve.name, bytes: curve.bytes }
  }
  const twisted = EDWARDS[name]
  if (twisted !== undefined) return { kind: twisted }
  if (name !== objectIdentifiers.rsaEncryption && name !== objectIdentifiers.rsaPss) return undefined
  const [modulus] = derChildren(readDer(derContents(key, 0x03).subarray(1)), 0x30)
  const bytes = readUnsigned(modulus)
  return { kind: 'rsa', bits: bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24 }
}

/** Rejects with NotSupportedError if the platform lacks the hash. */
export const digestBytes = async (hash: HashName, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const algorithm = hash === 'SHAKE256' ? { name: 'cSHAKE256', outputLength: 512 } : hash
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
}

/** WebCrypto's answer to an algorithm that this platform lacks: not a bad signature. */
export const isUnsupported = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'NotSupportedError'

/**
 * Converts ECDSA-Sig-Value (RFC 3279, 2.2.3) to WebCrypto's
 * fixed-length format.
 */
function flatten(value: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> | undefined {
  const [r, s] = derChildren(readDer(value), 0x30).map(readUnsigned)
  if (r === undefined || s === undefined || r.length > bytes || s.length > bytes) return undefined
  const flat = new Uint8Array(bytes * 2)
  flat.set(r, bytes - r.length)
  flat.set(s, bytes * 2 - s.length)
  return flat
}

/** WebCrypto does not accept the RSASSA-PSS key identifier. */
function asRsaKey(spki: Uint8Array): Uint8Array<ArrayBuffer> {
  const marker = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]
  const result = copyBytes(spki)
  const limit = Math.min(40, result.length - marker.length)
  for (let at = 0; at < limit; at++) {
    if (marker.every((byte, i) => result[at + i] === byte)) result[at + marker.length - 1] = 0x01
  }
  return result
}

async function verifyEcdsa(spki: Uint8Array, key: PublicKey, hash: HashName, value: Uint8Array, data: Uint8Array) {
  if (key.kind !== 'ec') return false
  const flat = flatten(value, key.bytes)
  if (flat === undefined) return false
  const imported = await crypto.subtle.importKey(
    'spki',
    copyBytes(spki),
    { name: 'ECDSA', namedCurve: key.curve },
    false,
    ['verify'],
  )
  return crypto.subtle.verify({ name: 'ECDSA', hash }, imported, flat, copyBytes(data))
}

/** `unsupported`: the platform lacks the algorithm. */
export type ValueCheck = 'good' | 'bad' | 'unsupported'

async function verifyRsa(
  spki: Uint8Array,
  algorithm: Extract<SignatureAlgorithm, { kind: 'rsa' | 'rsa-pss' }>,
  value: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const name = algorithm.kind === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS'
  const scheme = algorithm.kind === 'rsa' ? { name } : { name, saltLength: algorithm.saltLength }
  const imported = await crypto.subtle.importKey('spki', asRsaKey(spki), { name, hash: algorithm.hash }, false, [
    'verify',
  ])
  return crypto.subtle.verify(scheme, imported, copyBytes(value), copyBytes(data))
}

async function verifyEdwards(name: EdwardsName, spki: Uint8Array, value: Uint8Array, data: Uint8Array) {
  const imported = await crypto.subtle.importKey('spki', copyBytes(spki), { name }, false, ['verify'])
  return crypto.subtle.verify({ name }, imported, copyBytes(value), copyBytes(data))
}

async function isRight(
  spki: Uint8Array,
  algorithm: SignatureAlgorithm,
  value: Uint8Array,
  data: Uint8Array,
): Promise<boolean | undefined> {
  const key = readPublicKey(spki)
  if (key === undefined) return undefined
  if (algorithm.kind === 'ecdsa') return verifyEcdsa(spki, key, algorithm.hash, value, data)
  if (algorithm.kind === 'rsa' || algorithm.kind === 'rsa-pss') {
    return key.kind === 'rsa' && (await verifyRsa(spki, algorithm, value, data))
  }
  return key.kind === algorithm.kind && (await verifyEdwards(algorithm.kind, spki, value, data))
}

/**
 * Verifies a signature value by WebCrypto. Never throws.
 *
 * @param spki SubjectPublicKeyInfo, DER
 * @param data the signed bytes, not their digest
 * @returns `bad` also for a key that does not suit the algorithm
 */
export async function checkValue(
  spki: Uint8Array,
  algorithm: SignatureAlgorithm,
  value: Uint8Array,
  data: Uint8Array,
): Promise<ValueCheck> {
  try {
    const right = await isRight(spki, algorithm, value, data)
    if (right === undefined) return 'unsupported'
    return right ? 'good' : 'bad'
  } catch (error) {
    return isUnsupported(error) ? 'unsupported' : 'bad'
  }
}

/** Also false if unsupported. Never throws. */
export const verifyValue = async (
  spki: Uint8Array,
  algorithm: SignatureAlgorithm,
  value: Uint8Array,
  data: Uint8Array,
): Promise<boolean> => (await checkValue(spki, algorithm, value, data)) === 'good'
