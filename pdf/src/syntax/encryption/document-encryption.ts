import {
  isArray,
  isDict,
  isName,
  isNameOf,
  isRef,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfStream,
} from '../objects.ts'
import { malformedPdf } from '../pdf-error.ts'
import { copySpelling } from '../readings/odd-spelling.ts'
import { type CryptMethod, createObjectKeys, decryptBytes, encryptBytes, type ObjectPlace } from './object-cipher.ts'

/** How an encrypted document reads and writes the strings and streams of its objects. */
export interface DocumentEncryption {
  /** Number of the object that is the dictionary, unless the trailer holds it. */
  readonly dictionary: number | undefined
  /** First part of /ID, as it lies in the file. */
  readonly fileId: Uint8Array
  /** Filling or signing without the owner's password (ISO 32000-1, table 22, bits 6 and 9). */
  readonly allowsSigning: boolean
  /** Streams are decrypted when their data are first read. */
  decrypt(place: ObjectPlace, object: PdfObject): PdfObject
  decryptString(place: ObjectPlace, bytes: Uint8Array): Uint8Array
  decryptStream(place: ObjectPlace, described: DescribedStream, data: Uint8Array): Uint8Array
  /** @param attempt another number gives other bytes, except for RC4 */
  encrypt(place: ObjectPlace, object: PdfObject, attempt?: number): PdfObject
}

/** What decides about a stream's crypt filter. */
interface DescribedStream {
  readonly type: string | undefined
  /** Of the filter /Crypt, if the stream has it. */
  readonly cryptFilter: string | undefined
}

/** Key and crypt filters of one file. */
export interface EncryptionScheme {
  readonly dictionary: number | undefined
  readonly fileId: Uint8Array
  readonly allowsSigning: boolean
  readonly fileKey: Uint8Array
  readonly strings: CryptMethod
  readonly streams: CryptMethod
  readonly encryptsMetadata: boolean
  /** `None` for Identity and for unknown names. */
  methodOf(cryptFilter: string): CryptMethod
}

type Transform = (bytes: Uint8Array) => Uint8Array

const listOf = (value: PdfObject | undefined): readonly (PdfObject | undefined)[] =>
  isArray(value) ? value.items : [value]

/** @throws PdfError PDF_MALFORMED for forms in which readers find different filters */
function describeStream({ entries }: PdfDict): DescribedStream {
  const type = entries.get('Type')
  const filters = listOf(entries.get('Filter'))
  const isCrypt = isNameOf(filters[0], 'Crypt')
  if (filters.some((filter, index) => isRef(filter) || (index > 0 && isNameOf(filter, 'Crypt')))) {
    throw malformedPdf('an encrypted stream hides its filters')
  }
  return {
    type: isName(type) ? type.value : undefined,
    cryptFilter: isCrypt ? cryptFilterName(listOf(entries.get('DecodeParms'))[0]) : undefined,
  }
}

function cryptFilterName(parameters: PdfObject | undefined): string {
  const name = isDict(parameters) ? parameters.entries.get('Name') : parameters
  if (name === undefined || name === null) return 'Identity'
  if (!isName(name)) throw malformedPdf('an encrypted stream hides its crypt filter')
  return name.value
}

/** The value of a signature covers the file, so it is never encrypted (ISO 32000-2, 7.6.2). */
const isOfSignature = ({ entries }: PdfDict): boolean => isArray(entries.get('ByteRange'))

function mapStrings(object: PdfObject, transform: Transform): PdfObject {
  if (isString(object)) return { kind: 'string', bytes: transform(object.bytes) }
  if (isArray(object)) return { kind: 'array', items: object.items.map((item) => mapStrings(item, transform)) }
  return isDict(object) ? mapDict(object, transform) : object
}

function mapDict(dict: PdfDict, transform: Transform): PdfDict {
  const isKept = (key: string): boolean => key === 'Contents' && isOfSignature(dict)
  const entries = new Map(
    [...dict.entries].map(([key, value]) => [key, isKept(key) ? value : mapStrings(value, transform)] as const),
  )
  const mapped: PdfDict = { kind: 'dict', entries }
  copySpelling(dict, mapped)
  return mapped
}

/** Decrypts when the data are first read: most streams of a document never are. */
class DecryptedStream implements PdfStream {
  readonly kind = 'stream'
  readonly dict: PdfDict
  readonly #decrypt: () => Uint8Array
  #data: Uint8Array | undefined

  constructor(dict: PdfDict, decrypt: () => Uint8Array) {
    this.dict = dict
    this.#decrypt = decrypt
  }

  get data(): Uint8Array {
    this.#data ??= this.#decrypt()
    return this.#data
  }
}

/** Applies the rules of ISO 32000-2, 7.6.2 and 7.6.6. Members of object streams are encrypted with their container. */
export function createEncryption(scheme: EncryptionScheme): DocumentEncryption {
  const keys = createObjectKeys(scheme.fileKey)
  const { strings, streams, encryptsMetadata, methodOf, dictionary, fileId, allowsSigning } = scheme
  const streamMethod = ({ type, cryptFilter }: DescribedStream): CryptMethod => {
    if (type === 'XRef') return 'None'
    if (cryptFilter !== undefined) return methodOf(cryptFilter)
    return type === 'Metadata' && !encryptsMetadata ? 'None' : streams
  }
  const decryptStream = (place: ObjectPlace, described: DescribedStream, data: Uint8Array): Uint8Array =>
    decryptBytes(streamMethod(described), keys, place, data)
  const decryptString = (place: ObjectPlace, bytes: Uint8Array): Uint8Array => decryptBytes(strings, keys, place, bytes)
  return {
    dictionary,
    fileId,
    allowsSigning,
    decryptString,
    decryptStream,
    decrypt(place, object) {
      if (place.num === dictionary) return object
      const transform: Transform = (bytes) => decryptString(place, bytes)
      if (typeof object !== 'object' || object?.kind !== 'stream') return mapStrings(object, transform)
      const described = describeStream(object.dict)
      if (described.type === 'XRef') return object
      return new DecryptedStream(mapDict(object.dict, transform), () => decryptStream(place, described, object.data))
    },
    encrypt(place, object, attempt = 0) {
      const transform: Transform = (bytes) => encryptBytes(strings, keys, place, bytes, attempt)
      if (typeof object !== 'object' || object?.kind !== 'stream') return mapStrings(object, transform)
      const described = describeStream(object.dict)
      if (described.type === 'XRef') return object
      const method = streamMethod(described)
      const data = encryptBytes(method, keys, place, object.data, attempt)
      return { kind: 'stream', dict: mapDict(object.dict, transform), data }
    },
  }
}
