import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
  timingSafeEqual,
  X509Certificate,
} from 'node:crypto'
import { type DerElement, derChildren, derContents, readDer, readOid, readSmallInteger } from 'pdf/cms'
import { digestOf } from 'pdf/cms/node'
import { pkcs12Kdf } from './pkcs12-kdf.ts'

/** `others`: certificates of the file without a key, usually the chain. */
export interface Pkcs12Contents {
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly others: readonly X509Certificate[]
}

/**
 * `old-encryption`: for example RC2, which OpenSSL dropped. The operator's message has the command that converts the
 * file.
 */
export type Pkcs12Problem =
  | 'not-pkcs12'
  | 'wrong-password'
  | 'old-encryption'
  | 'no-key'
  | 'several-keys'
  | 'no-certificate'

/** The caller turns the problem into a line for the operator. */
export class Pkcs12Error extends Error {
  override readonly name = 'Pkcs12Error'
  readonly problem: Pkcs12Problem

  constructor(problem: Pkcs12Problem, options?: ErrorOptions) {
    super(`PKCS#12: ${problem}`, options)
    this.problem = problem
  }
}

const ids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  pbeSha3Des: '1.2.840.113549.1.12.1.3',
} as const

/** By object identifier (RFC 8018, B.2; NIST AES). */
const CIPHERS: Readonly<Record<string, { readonly name: string; readonly keyLength: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyLength: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyLength: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyLength: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyLength: 24 },
}

/** By object identifier (RFC 8018, B.1). */
const PRFS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
/** More would only delay the server's own start. */
const ITERATIONS_MAX = 10_000_000

const iterationsOf = (element: DerElement | undefined): number => {
  const count = readSmallInteger(element)
  if (count < 1 || count > ITERATIONS_MAX) throw new Pkcs12Error('not-pkcs12')
  return count
}

const decrypt = (cipher: string, key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array => {
  try {
    const decipher = createDecipheriv(cipher, key, iv)
    return new Uint8Array(Buffer.concat([decipher.update(data), decipher.final()]))
  } catch (cause) {
    throw new Pkcs12Error('wrong-password', { cause })
  }
}

/** PBES2 with PBKDF2 (RFC 8018, 6.2). */
const decryptPbes2 = (parameters: DerElement | undefined, data: Uint8Array, password: string): Uint8Array => {
  const [derivation, encryption] = derChildren(parameters, 0x30)
  const [kdf, kdfParameters] = derChildren(derivation, 0x30)
  const [cipherId, iv] = derChildren(encryption, 0x30)
  const cipher = CIPHERS[readOid(cipherId)]
  if (readOid(kdf) !== ids.pbkdf2 || cipher === undefined) throw new Pkcs12Error('old-encryption')
  const [salt, iterations, ...optional] = derChildren(kdfParameters, 0x30)
  const prf = optional.find(({ identifier }) => identifier === 0x30)
  const digest = prf === undefined ? 'sha1' : PRFS[readOid(derChildren(prf, 0x30)[0])]
  if (digest === undefined) throw new Pkcs12Error('old-encryption')
  const key = pbkdf2Sync(password, derContents(salt, 0x04), iterationsOf(iterations), cipher.keyLength, digest)
  return decrypt(cipher.name, key, derContents(iv, 0x04), data)
}

const decryptWith = (algorithm: DerElement | undefined, data: Uint8Array, password: string): Uint8Array => {
  const [id, parameters] = derChildren(algorithm, 0x30)
  const scheme = readOid(id)
  if (scheme === ids.pbes2) return decryptPbes2(parameters, data, password)
  // The only legacy cipher: OpenSSL dropped RC2.
  if (scheme !== ids.pbeSha3Des) throw new Pkcs12Error('old-encryption')
  const [salt, count] = derChildren(parameters, 0x30)
  const common = { hash: 'sha1', password, salt: derContents(salt, 0x04), iterations: iterationsOf(count) } as const
  const key = pkcs12Kdf({ ...common, purpose: 'key', length: 24 })
  const iv = pkcs12Kdf({ ...common, purpose: 'iv', length: 8 })
  return decrypt('des-ede3-cbc', key, iv, data)
}

/** RFC 7292, 4. */
const checkMac = (macData: DerElement | undefined, content: Uint8Array, password: string): void => {
  if (macData === undefined) return
  const [digestInfo, salt, count] = derChildren(macData, 0x30)
  const [algorithm, expected] = derChildren(digestInfo, 0x30)
  const hash = digestOf(algorithm)
  if (hash === undefined) throw new Pkcs12Error('old-encryption')
  const key = pkcs12Kdf({
    hash,
    password,
    salt: derContents(salt, 0x04),
    iterations: count === undefined ? 1 : iterationsOf(count),
    purpose: 'mac',
    length: derContents(expected, 0x04).length,
  })
  const mac = createHmac(hash, key).update(content).digest()
  const stated = derContents(expected, 0x04)
  if (mac.length !== stated.length || !timingSafeEqual(mac, stated)) throw new Pkcs12Error('wrong-password')
}

const bagsOf = (contentInfo: DerElement, password: string): DerElement[] => {
  const [type, wrapped] = derChildren(contentInfo, 0x30)
  const kind = readOid(type)
  const [inner] = derChildren(wrapped, 0xa0)
  if (kind === ids.data) return derChildren(readDer(derContents(inner, 0x04)), 0x30)
  if (kind !== ids.encryptedData) throw new Pkcs12Error('not-pkcs12')
  const [, encrypted] = derChildren(inner, 0x30)
  const [, algorithm, data] = derChildren(encrypted, 0x30)
  return derChildren(readDer(decryptWith(algorithm, derContents(data, 0x80), password)), 0x30)
}

const readCertificate = (value: DerElement | undefined): X509Certificate[] => {
  const [type, wrapped] = derChildren(value, 0x30)
  if (readOid(type) !== ids.x509Certificate) return []
  return [new X509Certificate(derContents(derChildren(wrapped, 0xa0)[0], 0x04))]
}

const readKey = (kind: string, value: DerElement | undefined, password: string): KeyObject[] => {
  if (kind === ids.keyBag) return [privateKey(value?.encoded)]
  if (kind !== ids.shroudedKeyBag) return []
  const [algorithm, data] = derChildren(value, 0x30)
  return [privateKey(decryptWith(algorithm, derContents(data, 0x04), password))]
}

const privateKey = (pkcs8: Uint8Array | undefined): KeyObject =>
  createPrivateKey({ key: Buffer.from(pkcs8 ?? []), format: 'der', type: 'pkcs8' })

const readPkcs12File = (file: Uint8Array, password: string): Pkcs12Contents => {
  const [, authSafe, macData] = derChildren(readDer(file), 0x30)
  const [type, wrapped] = derChildren(authSafe, 0x30)
  if (readOid(type) !== ids.data) throw new Pkcs12Error('not-pkcs12')
  const content = derContents(derChildren(wrapped, 0xa0)[0], 0x04)
  checkMac(macData, content, password)
  const bags = derChildren(readDer(content), 0x30)
    .flatMap((info) => bagsOf(info, password))
    .map((bag) => {
      const [id, value] = derChildren(bag, 0x30)
      return { kind: readOid(id), value: value && derChildren(value, 0xa0)[0] }
    })
  const certificates = bags.flatMap(({ kind, value }) => (kind === ids.certBag ? readCertificate(value) : []))
  const [key, ...otherKeys] = bags.flatMap(({ kind, value }) => readKey(kind, value, password))
  if (key === undefined) throw new Pkcs12Error('no-key')
  if (otherKeys.length > 0) throw new Pkcs12Error('several-keys')
  const certificate = certificates.find((each) => each.checkPrivateKey(key))
  if (certificate === undefined) throw new Pkcs12Error('no-certificate')
  return { key, certificate, others: certificates.filter((each) => each !== certificate) }
}

/** From OpenSSL, keytool or Windows (RFC 7292, DER). @throws Pkcs12Error */
export const readPkcs12 = (file: Uint8Array, password: string): Pkcs12Contents => {
  try {
    return readPkcs12File(file, password)
  } catch (error) {
    if (error instanceof Pkcs12Error) throw error
    throw new Pkcs12Error('not-pkcs12', { cause: error })
  }
}
