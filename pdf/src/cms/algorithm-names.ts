import { readHash, readPublicKey, readSignatureAlgorithm, type SignatureAlgorithm } from './algorithms.ts'
import { type DerElement, derChildren, readDer, readOid, readUnsigned } from './der-reader.ts'
import { objectIdentifiers } from './oids.ts'

/** Names of key types, which say nothing about the hash. */
const KEY_TYPES: Readonly<Record<string, string>> = {
  [objectIdentifiers.rsaEncryption]: 'RSA',
  [objectIdentifiers.rsaPss]: 'RSA-PSS',
  [objectIdentifiers.ecPublicKey]: 'ECDSA',
  [objectIdentifiers.dsa]: 'DSA',
}

/** Known, but not computed here. */
const UNCOMPUTED: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.4': 'MD4',
  '1.2.840.113549.2.5': 'MD5',
  '1.3.36.3.2.1': 'RIPEMD-160',
  '1.3.36.3.3.1.2': 'RSA con RIPEMD-160',
  '1.2.840.113549.1.1.2': 'RSA con MD2',
  '1.2.840.113549.1.1.3': 'RSA con MD4',
  '1.2.840.113549.1.1.4': 'RSA con MD5',
  '1.2.840.113549.1.1.14': 'RSA con SHA-224',
  '1.2.840.113549.1.1.15': 'RSA con SHA-512/224',
  '1.2.840.113549.1.1.16': 'RSA con SHA-512/256',
  '1.2.840.10040.4.3': 'DSA con SHA-1',
  '1.2.840.10045.4.3.1': 'ECDSA con SHA-224',
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.5': 'SHA-512/224',
  '2.16.840.1.101.3.4.2.6': 'SHA-512/256',
  '2.16.840.1.101.3.4.2.7': 'SHA3-224',
  '2.16.840.1.101.3.4.2.11': 'SHAKE128',
  '2.16.840.1.101.3.4.3.1': 'DSA con SHA-224',
  '2.16.840.1.101.3.4.3.2': 'DSA con SHA-256',
  '2.16.840.1.101.3.4.3.3': 'DSA con SHA-384',
  '2.16.840.1.101.3.4.3.4': 'DSA con SHA-512',
  '2.16.840.1.101.3.4.3.9': 'ECDSA con SHA3-224',
  '2.16.840.1.101.3.4.3.13': 'RSA con SHA3-224',
  '2.16.840.1.101.3.4.3.17': 'ML-DSA-44',
  '2.16.840.1.101.3.4.3.18': 'ML-DSA-65',
  '2.16.840.1.101.3.4.3.19': 'ML-DSA-87',
  '1.2.156.10197.1.401': 'SM3',
  '1.2.156.10197.1.501': 'SM2 con SM3',
  '1.2.643.7.1.1.2.2': 'GOST R 34.11-2012',
  '1.2.643.7.1.1.3.2': 'GOST R 34.10-2012',
}

/** Curves that WebCrypto lacks (SEC 2, RFC 5639). */
const UNCOMPUTED_CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.1': 'P-192',
  '1.3.132.0.33': 'P-224',
  '1.3.132.0.10': 'secp256k1',
  '1.3.36.3.3.2.8.1.1.1': 'brainpoolP160r1',
  '1.3.36.3.3.2.8.1.1.3': 'brainpoolP192r1',
  '1.3.36.3.3.2.8.1.1.5': 'brainpoolP224r1',
  '1.3.36.3.3.2.8.1.1.7': 'brainpoolP256r1',
  '1.3.36.3.3.2.8.1.1.9': 'brainpoolP320r1',
  '1.3.36.3.3.2.8.1.1.11': 'brainpoolP384r1',
  '1.3.36.3.3.2.8.1.1.13': 'brainpoolP512r1',
}

const FAMILIES = { rsa: 'RSA', 'rsa-pss': 'RSA-PSS', ecdsa: 'ECDSA', Ed25519: 'Ed25519', Ed448: 'Ed448' } as const

const nameOfRead = ({ kind, hash }: SignatureAlgorithm): string =>
  hash === undefined ? FAMILIES[kind] : `${FAMILIES[kind]} con ${hash}`

/** In Spanish, for people; an unknown one keeps its identifier. */
export function nameOfAlgorithm(algorithm: DerElement | undefined): string {
  const read = readSignatureAlgorithm(algorithm)
  if (read !== undefined) return nameOfRead(read)
  const id = readOid(derChildren(algorithm, 0x30)[0])
  return readHash(algorithm) ?? KEY_TYPES[id] ?? UNCOMPUTED[id] ?? `algoritmo ${id}`
}

/** Undefined for a key without a named curve. */
function nameOfCurve(spki: Uint8Array): string | undefined {
  const key = readPublicKey(spki)
  if (key?.kind === 'ec') return key.curve
  const [algorithm] = derChildren(readDer(spki), 0x30)
  const [id, curve] = derChildren(algorithm, 0x30)
  if (readOid(id) !== objectIdentifiers.ecPublicKey) return undefined
  return (curve?.identifier === 0x06 ? UNCOMPUTED_CURVES[readOid(curve)] : undefined) ?? 'de otra curva'
}

/** For example `RSA de 2048 bits` or `ECDSA P-256`. @throws SignatureError if not a SubjectPublicKeyInfo */
export function nameOfKey(spki: Uint8Array): string {
  const key = readPublicKey(spki)
  if (key?.kind === 'rsa') return `RSA de ${key.bits} bits`
  if (key !== undefined && key.kind !== 'ec') return key.kind
  const curve = nameOfCurve(spki)
  if (curve !== undefined) return `ECDSA ${curve}`
  const [algorithm] = derChildren(readDer(spki), 0x30)
  const [id, parameters] = derChildren(algorithm, 0x30)
  if (readOid(id) !== objectIdentifiers.dsa) return 'desconocida'
  // Dss-Parms (RFC 3279, 2.3.2); the issuer may hold them instead.
  if (parameters?.identifier !== 0x30) return 'DSA'
  return `DSA de ${readUnsigned(derChildren(parameters, 0x30)[0]).length * 8} bits`
}

/** The name alone is shown if the key cannot be read. */
function curveOf(spki: Uint8Array | undefined): string | undefined {
  try {
    return spki && nameOfCurve(spki)
  } catch {
    return undefined
  }
}

/**
 * For example `ECDSA P-256 con SHA-256`; if the content was
 * hashed otherwise, that hash follows after a comma.
 * @param spki of the signer, for its curve
 */
export function nameOfSignature(
  algorithm: DerElement | undefined,
  digest: DerElement | undefined,
  spki?: Uint8Array,
): string {
  const read = readSignatureAlgorithm(algorithm, readHash(digest))
  const name = read === undefined ? nameOfAlgorithm(algorithm) : nameOfRead(read)
  const curve = name.startsWith('ECDSA') ? curveOf(spki) : undefined
  const full = curve === undefined ? name : name.replace('ECDSA', `ECDSA ${curve}`)
  const hash = nameOfAlgorithm(digest)
  if (full.endsWith(` con ${hash}`)) return full
  // These names leave the hash to the digest algorithm.
  const isOpen = read?.kind === 'Ed25519' || read?.kind === 'Ed448' || Object.values(KEY_TYPES).includes(name)
  return isOpen ? `${full} con ${hash}` : `${full}, ${hash}`
}
