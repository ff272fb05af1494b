import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { malformedPdf } from '../pdf-error.ts'
import { concatBytes } from '../serialize.ts'
import { applyRc4 } from './rc4.ts'

/** /CFM of a crypt filter (ISO 32000-2, table 25). */
export type CryptMethod = 'None' | 'V2' | 'AESV2' | 'AESV3'

/** Whose key: strings and streams of one object share it. */
export interface ObjectPlace {
  readonly num: number
  readonly gen: number
}

const AES_SALT = Uint8Array.of(0x73, 0x41, 0x6c, 0x54)
const BLOCK = 16

/** Keys of objects. Keeps the last one: an object may have thousands of strings. */
export type ObjectKeys = (method: CryptMethod, place: ObjectPlace) => Uint8Array

export function createObjectKeys(fileKey: Uint8Array): ObjectKeys {
  let last:
    | { readonly method: CryptMethod; readonly num: number; readonly gen: number; readonly key: Uint8Array }
    | undefined
  return (method, { num, gen }) => {
    if (last?.num !== num || last.gen !== gen || last.method !== method) {
      last = { method, num, gen, key: objectKey(method, fileKey, { num, gen }) }
    }
    return last.key
  }
}

/** ISO 32000-2, algorithms 1 and 1.A. */
function objectKey(method: CryptMethod, fileKey: Uint8Array, { num, gen }: ObjectPlace): Uint8Array {
  if (method === 'AESV3') return fileKey
  const place = Uint8Array.of(num & 255, (num >> 8) & 255, (num >> 16) & 255, gen & 255, (gen >> 8) & 255)
  const salt = method === 'AESV2' ? AES_SALT : new Uint8Array()
  return md5(concatBytes([fileKey, place, salt])).slice(0, Math.min(fileKey.length + 5, 16))
}

/** @throws PdfError PDF_MALFORMED for bytes that AES never writes: readers guess different ends */
export function decryptBytes(method: CryptMethod, keys: ObjectKeys, place: ObjectPlace, data: Uint8Array): Uint8Array {
  if (method === 'None' || data.length === 0) return data
  const key = keys(method, place)
  if (method === 'V2') return applyRc4(key, data)
  if (data.length < 2 * BLOCK || data.length % BLOCK !== 0)
    throw malformedPdf(`object ${place.num} is not whole blocks`)
  const plain = cbc(key, data.subarray(0, BLOCK), { disablePadding: true }).decrypt(data.subarray(BLOCK))
  const padding = plain.at(-1) ?? 0
  if (padding < 1 || padding > BLOCK || plain.subarray(-padding).some((byte) => byte !== padding)) {
    throw malformedPdf(`object ${place.num} has no valid padding`)
  }
  return plain.subarray(0, plain.length - padding)
}

/**
 * The initialisation vector is derived from key and content instead of drawn: a signature that is prepared twice has
 * the same bytes, and equal vectors mean equal content.
 *
 * @param attempt another number gives other bytes, except for RC4
 */
export function encryptBytes(
  method: CryptMethod,
  keys: ObjectKeys,
  place: ObjectPlace,
  data: Uint8Array,
  attempt = 0,
): Uint8Array {
  if (method === 'None') return data
  const key = keys(method, place)
  if (method === 'V2') return applyRc4(key, data)
  const context = new TextEncoder().encode(`${place.num} ${place.gen} ${attempt} `)
  const vector = sha256(concatBytes([key, context, data])).slice(0, BLOCK)
  return concatBytes([vector, cbc(key, vector).encrypt(data)])
}
