import type { ObjectReader } from '../syntax/object-reader.ts'
import {
  isArray,
  isDict,
  isName,
  isNameOf,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
} from '../syntax/objects.ts'

const STREAM_KEYS = new Set(['Length', 'Filter', 'DecodeParms', 'DL', 'Type'])
const STORE_LISTS = new Set(['Certs', 'OCSPs', 'CRLs'])
const ENTRY_LISTS = new Set(['Cert', 'OCSP', 'CRL'])

class StoreShape {
  readonly objects = new Set<number>()
  readonly #reader: ObjectReader

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  #resolve(value: PdfObject | undefined): PdfObject {
    if (isRef(value)) this.objects.add(value.num)
    return this.#reader.resolve(value)
  }

  #isEvidence(value: PdfObject): boolean {
    const object = this.#resolve(value)
    if (!isRef(value) || !isStream(object)) return false
    return [...object.dict.entries].every(([key, entry]) => {
      if (key === 'Length') return typeof this.#resolve(entry) === 'number'
      return STREAM_KEYS.has(key) && isPlain(entry)
    })
  }

  #isList(value: PdfObject): boolean {
    const list = this.#resolve(value)
    return isArray(list) && list.items.every((item) => this.#isEvidence(item))
  }

  #isEntry(value: PdfObject): boolean {
    const entry = this.#resolve(value)
    if (!isDict(entry)) return false
    return this.#hasEntries(entry, (key, item) => {
      if (ENTRY_LISTS.has(key)) return this.#isList(item)
      if (key === 'TS') return this.#isEvidence(item)
      return key === 'TU' && isString(this.#resolve(item))
    })
  }

  #hasEntries(dict: PdfDict, isValid: (key: string, value: PdfObject) => boolean): boolean {
    return [...dict.entries].every(([key, value]) =>
      key === 'Type' ? isName(value) : value === null || isValid(key, value),
    )
  }

  isStore(value: PdfObject | undefined): boolean {
    const store = this.#resolve(value)
    if (!isDict(store)) return false
    return this.#hasEntries(store, (key, item) => {
      if (STORE_LISTS.has(key)) return this.#isList(item)
      const entries = key === 'VRI' ? this.#resolve(item) : null
      return isDict(entries) && this.#hasEntries(entries, (_, entry) => this.#isEntry(entry))
    })
  }
}

/** Contains no references. */
const isPlain = (value: PdfObject): boolean => {
  if (isRef(value)) return false
  if (isArray(value)) return value.items.every(isPlain)
  return isDict(value) ? [...value.entries.values()].every(isPlain) : true
}

/**
 * ISO 32000-2, 12.8.4.3. Allows only known keys and streams
 * without references.
 * @returns its object numbers; undefined for any other shape
 */
export function storeObjects(reader: ObjectReader, value: PdfObject | undefined): ReadonlySet<number> | undefined {
  const shape = new StoreShape(reader)
  return shape.isStore(value) ? shape.objects : undefined
}

/** XMP metadata (14.3.2): a stream without references. */
export function isMetadata(reader: ObjectReader, value: PdfObject | undefined): boolean {
  const object = reader.resolve(value)
  if (!isStream(object)) return false
  const { entries } = object.dict
  const isXml = isNameOf(entries.get('Type'), 'Metadata') && isNameOf(entries.get('Subtype'), 'XML')
  return isXml && [...entries].every(([key, entry]) => key === 'Length' || isPlain(entry))
}

/** Levels of dictionaries. */
const DEEPEST_EXTENSION = 3

/** Developer extensions (7.12): names, numbers and texts. */
export function isExtensions(reader: ObjectReader, value: PdfObject | undefined, depth = DEEPEST_EXTENSION): boolean {
  const object = reader.resolve(value)
  if (isStream(object) || depth === 0) return !isStream(object) && isPlain(object)
  if (isArray(object)) return object.items.every((item) => isExtensions(reader, item, depth - 1))
  return !isDict(object) || [...object.entries.values()].every((item) => isExtensions(reader, item, depth - 1))
}
