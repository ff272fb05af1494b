import type { ObjectReader } from '../object-reader.ts'
import {
  isDict,
  isInteger,
  isName,
  isNameOf,
  isRef,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfString,
} from '../objects.ts'
import { malformedPdf, PasswordError, PdfError } from '../pdf-error.ts'
import { createEncryption, type DocumentEncryption } from './document-encryption.ts'
import { permanentFileId } from './file-id.ts'
import { deriveFileKey, type KeyParameters, permissionsAgree } from './file-key.ts'
import type { CryptMethod } from './object-cipher.ts'
import type { OpenedKey, UnlockFile } from './unlock-file.ts'

/** Bits 6 and 9 of /P (ISO 32000-1, table 22), counted from 1. */
const ANNOTATE = 1 << 5
const FILL = 1 << 8
/** What a name in /StmF or /StrF means without a crypt filter of that name. */
const IDENTITY = 'Identity'
const METHODS: ReadonlySet<string> = new Set<CryptMethod>(['None', 'V2', 'AESV2', 'AESV3'])

/**
 * Keys of actions, annotations, fields and pages. As one of them, the dictionary would have strings that some readers
 * decrypt.
 */
const OTHER_ROLES = ['S', 'Subtype', 'FT', 'Kids', 'Parent', 'Contents', 'A', 'AA', 'Next']

const refused = (message: string): PdfError => new PdfError('PDF_ENCRYPTED', message)

/**
 * Opens the encryption of a document (ISO 32000-2, 7.6).
 *
 * @param raw reads objects as they lie in the file
 * @param unlock by a password; without it, by the empty one of a user
 * @returns undefined if the trailer has no /Encrypt
 * @throws PasswordError if the document needs a password, or another one; PdfError PDF_ENCRYPTED if it needs a
 * certificate or an unknown handler; PDF_MALFORMED
 */
export function readEncryption(
  trailer: PdfDict,
  raw: ObjectReader,
  unlock: UnlockFile = openWithout,
): DocumentEncryption | undefined {
  const place = trailer.entries.get('Encrypt')
  if (place === undefined) return undefined
  if (isRef(place) && raw.entry(place.num)?.type === 'compressed') {
    throw malformedPdf('/Encrypt lies in an object stream')
  }
  const dict = raw.resolve(place)
  if (!isDict(dict)) throw malformedPdf('/Encrypt is not a dictionary')
  if (OTHER_ROLES.some((key) => dict.entries.has(key))) throw malformedPdf('/Encrypt is also something else')
  if (!isNameOf(dict.entries.get('Filter'), 'Standard')) throw refused('an unknown security handler')
  const version = integerEntry(dict, 'V', 0)
  const parameters = readParameters(dict, version, fileIdOf(trailer, raw))
  const { fileKey, isOwner } = unlock(parameters)
  const filters = readFilters(dict, version)
  return createEncryption({
    ...filters,
    dictionary: isRef(place) ? place.num : undefined,
    fileId: parameters.fileId,
    allowsSigning: isOwner || maySign(dict, parameters, fileKey),
    fileKey,
    encryptsMetadata: parameters.encryptsMetadata,
  })
}

function integerEntry(dict: PdfDict, key: string, fallback?: number): number {
  const value = dict.entries.get(key) ?? fallback
  if (!isInteger(value)) throw malformedPdf(`/${key} of the encryption is no integer`)
  return value
}

const isLongEnough = (value: PdfObject | undefined, length: number): value is PdfString =>
  isString(value) && value.bytes.length >= length

/** Longer strings have zeros at their end, which readers ignore. */
function bytesEntry(dict: PdfDict, key: string, length: number): Uint8Array {
  const value = dict.entries.get(key)
  if (!isLongEnough(value, length)) throw malformedPdf(`/${key} of the encryption is too short`)
  return value.bytes.subarray(0, length)
}

/** Members of an object stream cannot be read without the key. */
function fileIdOf(trailer: PdfDict, raw: ObjectReader): Uint8Array {
  const resolve = (object: PdfObject | undefined): PdfObject =>
    isRef(object) && raw.entry(object.num)?.type === 'compressed' ? null : raw.resolve(object)
  return permanentFileId(trailer, resolve) ?? new Uint8Array()
}

/** /V and /R belong together (ISO 32000-2, tables 20 and 21); version 3 was never published. */
const REVISIONS: Readonly<Record<number, readonly number[]>> = { 1: [2, 3], 2: [2, 3], 4: [4], 5: [5, 6] }

function readParameters(dict: PdfDict, version: number, fileId: Uint8Array): KeyParameters {
  const revision = integerEntry(dict, 'R')
  if (REVISIONS[version]?.includes(revision) !== true) throw refused(`encryption ${version}, revision ${revision}`)
  const isModern = revision >= 5
  return {
    revision,
    keyLength: keyLengthOf(dict, version),
    owner: bytesEntry(dict, 'O', isModern ? 48 : 32),
    user: bytesEntry(dict, 'U', isModern ? 48 : 32),
    userKey: isModern ? bytesEntry(dict, 'UE', 32) : new Uint8Array(),
    ownerKey: isModern && isLongEnough(dict.entries.get('OE'), 32) ? bytesEntry(dict, 'OE', 32) : undefined,
    // Some producers write it without a sign.
    permissions: integerEntry(dict, 'P') | 0,
    fileId,
    encryptsMetadata: version < 4 || dict.entries.get('EncryptMetadata') !== false,
  }
}

/** Bytes. Readers take 128 bits for version 4, whatever /Length says. */
function keyLengthOf(dict: PdfDict, version: number): number {
  if (version === 1) return 5
  if (version > 2) return version === 4 ? 16 : 32
  const bits = integerEntry(dict, 'Length', 40)
  if (bits < 40 || bits > 128 || bits % 8 !== 0) throw malformedPdf('/Length of the encryption is out of range')
  return bits / 8
}

/** Version 5 has AES alone, the others have no key for AESV3. */
function readMethod(filter: PdfObject | undefined, version: number): CryptMethod {
  const name = isDict(filter) ? filter.entries.get('CFM') : undefined
  const method = isName(name) ? name.value : 'None'
  if (!METHODS.has(method)) throw refused(`crypt filter method /${method}`)
  if (method !== 'None' && (method === 'AESV3') !== (version === 5))
    throw malformedPdf(`/${method} in version ${version}`)
  return method as CryptMethod
}

function readFilters(dict: PdfDict, version: number) {
  if (version < 4) return { strings: 'V2' as const, streams: 'V2' as const, methodOf: () => 'None' as const }
  const filters = dict.entries.get('CF')
  const methods = new Map<string, CryptMethod>()
  for (const [name, filter] of isDict(filters) ? filters.entries : []) methods.set(name, readMethod(filter, version))
  methods.set(IDENTITY, 'None')
  const methodAt = (key: string): CryptMethod => {
    const name = dict.entries.get(key)
    const method = methods.get(isName(name) ? name.value : IDENTITY)
    if (method === undefined) throw malformedPdf(`/${key} names no crypt filter`)
    return method
  }
  return {
    strings: methodAt('StrF'),
    streams: methodAt('StmF'),
    methodOf: (name: string): CryptMethod => methods.get(name) ?? 'None',
  }
}

function maySign(dict: PdfDict, parameters: KeyParameters, fileKey: Uint8Array): boolean {
  const { revision, permissions } = parameters
  // Altered permissions permit nothing.
  if (revision >= 5 && !permissionsAgree(fileKey, bytesEntry(dict, 'Perms', 16), parameters)) return false
  // Revision 2 does not know bit 9.
  return (permissions & (revision === 2 ? ANNOTATE : ANNOTATE | FILL)) !== 0
}

function openWithout(parameters: KeyParameters): OpenedKey {
  const fileKey = recallKey(parameters)
  if (fileKey === undefined) throw new PasswordError('the document needs a password')
  return { fileKey, isOwner: false }
}

/** Keys of files that open without a password are no secret. Each signature opens its file many times. */
const MOST_KEYS = 64
const knownKeys = new Map<string, Uint8Array | undefined>()

function recallKey(parameters: KeyParameters): Uint8Array | undefined {
  const name = Object.values(parameters).join(' ')
  if (knownKeys.has(name)) return knownKeys.get(name)
  if (knownKeys.size >= MOST_KEYS) knownKeys.clear()
  const key = deriveFileKey(parameters, new Uint8Array())
  knownKeys.set(name, key)
  return key
}
