import type { DocumentEncryption } from './encryption/document-encryption.ts'
import { PdfLexer } from './lexer.ts'
import type { PdfLimits } from './limits.ts'
import { ObjectParser } from './object-parser.ts'
import { isDict, isInteger, isNameOf, isRef, isStream, type PdfDict, type PdfObject, type PdfRef } from './objects.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'
import type { StreamDecoder } from './stream-data.ts'
import type { ListedXrefEntry } from './xref-listing.ts'

/** Indirect objects of one revision, parsed when they are first needed. */
export interface ObjectReader {
  /** Null for a missing object (ISO 32000-1, 7.3.10). */
  resolve(object: PdfObject | undefined): PdfObject
  get(dict: PdfDict, key: string): PdfObject
  entry(num: number): ListedXrefEntry | undefined
}

/**
 * Parsed objects by offset, as they lie in the file, shared by
 * the revisions of one file. Excludes streams: their indirect /Length can differ
 * between revisions.
 */
export type ParsedObjects = Map<number, ParsedObject>

interface ParsedObject {
  readonly num: number
  readonly gen: number
  readonly object: PdfObject
  /** A shorter revision does not contain the object. */
  readonly end: number
}

export interface ObjectSource {
  readonly parsed?: ParsedObjects | undefined
  readonly bytes: Uint8Array
  readonly limits: PdfLimits
  readonly decoder: StreamDecoder
  readonly entries: ReadonlyMap<number, ListedXrefEntry>
  readonly encryption?: DocumentEncryption | undefined
}

interface ObjectStream {
  readonly data: Uint8Array
  readonly first: number
  /** Flattened pairs of object number and offset. */
  readonly header: readonly number[]
}

/** References to references; a loop would never end. */
const LONGEST_REFERENCE_CHAIN = 16

export const createObjectReader = (source: ObjectSource): ObjectReader => new CachingReader(source)

class CachingReader implements ObjectReader {
  readonly #source: ObjectSource
  readonly #cache = new Map<number, PdfObject>()
  readonly #containers = new Map<number, ObjectStream>()
  readonly #underWay = new Set<number>()

  constructor(source: ObjectSource) {
    this.#source = source
  }

  resolve(object: PdfObject | undefined): PdfObject {
    let current = object ?? null
    for (let step = 0; step < LONGEST_REFERENCE_CHAIN; step++) {
      if (!isRef(current)) return current
      current = this.#load(current)
    }
    throw malformedPdf('a reference leads to a chain of references')
  }

  get(dict: PdfDict, key: string): PdfObject {
    return this.resolve(dict.entries.get(key))
  }

  entry(num: number): ListedXrefEntry | undefined {
    return this.#source.entries.get(num)
  }

  #load({ num, gen }: PdfRef): PdfObject {
    const entry = this.entry(num)
    if (entry === undefined || entry.type === 'free') return null
    if (gen !== (entry.type === 'offset' ? entry.gen : 0)) return null
    const cached = this.#cache.get(num)
    if (cached !== undefined) return cached
    if (this.#underWay.has(num)) throw malformedPdf(`object ${num} needs itself to be read`)
    this.#underWay.add(num)
    try {
      const object = entry.type === 'offset' ? this.#readAt(num, entry) : this.#readCompressed(num, entry)
      this.#cache.set(num, object)
      return object
    } finally {
      this.#underWay.delete(num)
    }
  }

  #readAt(num: number, entry: { offset: number; gen: number }): PdfObject {
    const { bytes, parsed, encryption } = this.#source
    if (entry.offset >= bytes.length) throw malformedPdf(`object ${num} lies outside the file`, entry.offset)
    const known = parsed?.get(entry.offset)
    const found = known !== undefined && known.end < bytes.length ? known : this.#parseAt(entry.offset)
    if (found.num !== num || found.gen !== entry.gen) {
      throw malformedPdf(`expected object ${num} ${entry.gen}, found ${found.num} ${found.gen}`, entry.offset)
    }
    return encryption === undefined ? found.object : encryption.decrypt(found, found.object)
  }

  #parseAt(offset: number): ParsedObject {
    const { bytes, limits, parsed } = this.#source
    const parser = new ObjectParser(new PdfLexer(bytes, offset), limits)
    const read = parser.parseIndirect((length, at) => {
      const value = this.resolve(length)
      if (!isInteger(value)) throw malformedPdf('a stream length leads to no number', at)
      return value
    })
    const found = { ...read, end: parser.lexer.position }
    if (!isStream(found.object)) parsed?.set(offset, found)
    return found
  }

  #readCompressed(num: number, entry: { container: number; index: number }): PdfObject {
    const container = this.#containers.get(entry.container) ?? this.#openContainer(entry.container)
    const { header, data, first } = container
    if (header[entry.index * 2] !== num) {
      throw malformedPdf(`object stream ${entry.container} does not hold object ${num} where it should`)
    }
    const start = first + (header[entry.index * 2 + 1] ?? 0)
    const next = header[entry.index * 2 + 3]
    const end = next === undefined ? data.length : Math.min(first + next, data.length)
    return new ObjectParser(new PdfLexer(data, start, Math.max(start, end)), this.#source.limits).parse()
  }

  #openContainer(num: number): ObjectStream {
    const { limits, decoder } = this.#source
    const entry = this.entry(num)
    if (entry?.type !== 'offset') throw malformedPdf(`object stream ${num} is not an object of the file itself`)
    const object = this.#load({ kind: 'ref', num, gen: entry.gen })
    if (!isStream(object) || !isNameOf(object.dict.entries.get('Type'), 'ObjStm')) {
      throw malformedPdf(`object ${num} is not an object stream`)
    }
    const container = parseContainer(object.dict, decoder.decode(object), limits)
    this.#containers.set(num, container)
    return container
  }
}

/**
 * Reads an object stream (ISO 32000-1, 7.5.7).
 *
 * @throws PdfError PDF_MALFORMED, PDF_TOO_COMPLEX
 */
export function parseContainer(dict: PdfDict, data: Uint8Array, limits: PdfLimits): ObjectStream {
  const count = dict.entries.get('N')
  const first = dict.entries.get('First')
  if (!isInteger(count) || count < 0 || !isInteger(first) || first < 0 || first > data.length) {
    throw malformedPdf('invalid /N or /First of an object stream')
  }
  if (count > limits.entries) throw new PdfError('PDF_TOO_COMPLEX', 'an object stream holds too many objects')
  const lexer = new PdfLexer(data, 0, first)
  const header: number[] = []
  for (let i = 0; i < count * 2; i++) {
    lexer.skipWhitespace()
    header.push(lexer.readUnsigned())
  }
  return { data, first, header }
}

/** Undefined if the entry is missing or no dictionary. */
export const dictAtKey = (objects: ObjectReader, dict: PdfDict, key: string): PdfDict | undefined => {
  const value = objects.get(dict, key)
  return isDict(value) ? value : undefined
}
