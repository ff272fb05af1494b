import { cbc, ecb } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../serialize.ts'
import { applyRc4 } from './rc4.ts'

/** Of the standard security handler (ISO 32000-2, tables 20 and 21); the reader has checked all lengths. */
export interface KeyParameters {
  readonly revision: number
  /** Bytes. */
  readonly keyLength: number
  /** /O and /U: 32 bytes, or 48 from revision 5 on. */
  readonly owner: Uint8Array
  readonly user: Uint8Array
  /** /UE: 32 bytes, from revision 5 on. */
  readonly userKey: Uint8Array
  /** /OE: 32 bytes, from revision 5 on. Undefined if it is missing: only the owner's password needs it. */
  readonly ownerKey: Uint8Array | undefined
  /** /P as a signed number of 32 bits. */
  readonly permissions: number
  /** First part of the trailer's /ID. */
  readonly fileId: Uint8Array
  readonly encryptsMetadata: boolean
}

/** Fills passwords up to 32 bytes (ISO 32000-1, 7.6.3.3). */
const PADDING = Uint8Array.of(
  ...[0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08],
  ...[0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a],
)
/** Rounds of MD5 and of RC4 from revision 3 on. */
const MD5_ROUNDS = 50
const RC4_ROUNDS = 19
/** Bytes that revision 6 allows. */
const LONGEST_PASSWORD = 127
const NO_VECTOR = new Uint8Array(16)

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

const bytesOfInteger = (value: number): Uint8Array =>
  Uint8Array.from({ length: 4 }, (_, index) => (value >> (8 * index)) & 255)

/**
 * Derives the key of a file from its user password (ISO 32000-2, algorithms 2, 2.A and 2.B).
 *
 * @param password bytes in the encoding of the revision; empty for a file that opens without one
 * @returns undefined if the password is wrong
 */
export function deriveFileKey(parameters: KeyParameters, password: Uint8Array): Uint8Array | undefined {
  const { revision, user, userKey } = parameters
  return revision >= 5
    ? unwrapKey({ revision, check: user, wrapped: userKey, suffix: new Uint8Array() }, password)
    : hashedKey(parameters, password)
}

/**
 * Derives the key of a file from its owner's password (ISO 32000-2, algorithms 2.A and 7).
 *
 * @returns undefined if the password is wrong
 */
export function deriveOwnerKey(parameters: KeyParameters, password: Uint8Array): Uint8Array | undefined {
  const { revision, owner, user, ownerKey } = parameters
  if (revision < 5) return hashedKey(parameters, userPassword(parameters, password))
  return ownerKey && unwrapKey({ revision, check: owner, wrapped: ownerKey, suffix: user }, password)
}

/** Algorithm 7: /O is the padded user password, encrypted with the owner's. */
function userPassword({ revision, keyLength, owner }: KeyParameters, password: Uint8Array): Uint8Array {
  let hash = md5(concatBytes([password, PADDING]).subarray(0, 32))
  if (revision >= 3) for (let round = 0; round < MD5_ROUNDS; round++) hash = md5(hash)
  const key = hash.slice(0, keyLength)
  let opened = owner
  for (let round = revision >= 3 ? RC4_ROUNDS : 0; round >= 0; round--) opened = applyRc4(mixKey(key, round), opened)
  return opened
}

const mixKey = (key: Uint8Array, round: number): Uint8Array => key.map((byte) => byte ^ round)

function hashedKey(parameters: KeyParameters, password: Uint8Array): Uint8Array | undefined {
  const { revision, keyLength, owner, permissions, fileId, encryptsMetadata } = parameters
  const padded = concatBytes([password, PADDING]).subarray(0, 32)
  const flag = revision >= 4 && !encryptsMetadata ? bytesOfInteger(-1) : new Uint8Array()
  let hash = md5(concatBytes([padded, owner, bytesOfInteger(permissions), fileId, flag]))
  if (revision >= 3) for (let round = 0; round < MD5_ROUNDS; round++) hash = md5(hash.subarray(0, keyLength))
  const key = hash.slice(0, keyLength)
  return isUserKey(parameters, key) ? key : undefined
}

/** Algorithms 4 to 6: from revision 3 on, /U has 16 arbitrary bytes at its end. */
function isUserKey({ revision, user, fileId }: KeyParameters, key: Uint8Array): boolean {
  if (revision === 2) return isSame(applyRc4(key, PADDING), user)
  let check = applyRc4(key, md5(concatBytes([PADDING, fileId])))
  for (let round = 1; round <= RC4_ROUNDS; round++) check = applyRc4(mixKey(key, round), check)
  return isSame(check, user.subarray(0, 16))
}

interface WrappedKey {
  readonly revision: number
  /** /U or /O: hash, validation salt, key salt (32, 8 and 8 bytes). */
  readonly check: Uint8Array
  readonly wrapped: Uint8Array
  /** Of what is hashed: /U for the owner's password. */
  readonly suffix: Uint8Array
}

function unwrapKey({ revision, check, wrapped, suffix }: WrappedKey, password: Uint8Array): Uint8Array | undefined {
  const given = password.subarray(0, LONGEST_PASSWORD)
  const hash = (salt: Uint8Array): Uint8Array =>
    revision === 5 ? sha256(concatBytes([given, salt, suffix])) : hardenedHash(given, salt, suffix)
  if (!isSame(hash(check.subarray(32, 40)), check.subarray(0, 32))) return undefined
  return cbc(hash(check.subarray(40, 48)), NO_VECTOR, { disablePadding: true }).decrypt(wrapped)
}

const HASHES = [sha256, sha384, sha512]

/**
 * Algorithm 2.B. Ends after 64 to 288 rounds of at most 15 kB each, whatever the file holds: the last byte of a round
 * is at most 255.
 */
function hardenedHash(password: Uint8Array, salt: Uint8Array, suffix: Uint8Array): Uint8Array {
  let key: Uint8Array = sha256(concatBytes([password, salt, suffix]))
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = concatBytes([password, key, suffix])
    const input = concatBytes(Array.from({ length: 64 }, () => block))
    const mixed = cbc(key.subarray(0, 16), key.subarray(16, 32), { disablePadding: true }).encrypt(input)
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = (HASHES[remainder] ?? sha256)(mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.slice(0, 32)
}

/**
 * Compares the encrypted copy of the permissions with those of the dictionary (algorithm 13). Older revisions have none:
 * there, the permissions are a part of the key.
 *
 * @param sealed /Perms, 16 bytes
 */
export function permissionsAgree(key: Uint8Array, sealed: Uint8Array, parameters: KeyParameters): boolean {
  const plain = ecb(key, { disablePadding: true }).decrypt(sealed)
  const letter = parameters.encryptsMetadata ? 0x54 : 0x46
  const isMarked = isSame(plain.subarray(9, 12), Uint8Array.of(0x61, 0x64, 0x62))
  return isMarked && plain[8] === letter && isSame(plain.subarray(0, 4), bytesOfInteger(parameters.permissions))
}
