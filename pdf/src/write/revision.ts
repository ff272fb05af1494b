import type { PdfDocument } from '../syntax/index.ts'
import {
  asciiBytes,
  concatBytes,
  formatObject,
  hidesObject,
  isArray,
  isStream,
  malformedPdf,
  PdfError,
  type PdfObject,
  type PdfRef,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  serializeObject,
  withEntries,
} from '../syntax/index.ts'
import { endOfFile, type WrittenXrefEntry, xrefStream, xrefTable } from './xref-section.ts'

/** Collects an incremental update (ISO 32000-1, 7.5.6). */
export interface RevisionWriter {
  allocate(): PdfRef
  put(target: PdfRef, object: PdfObject): void
  /** Adds an already serialised object. */
  putRaw(target: PdfRef, body: Uint8Array): void
  /** Serialises a value for `putRaw`, encrypted like the document. */
  format(target: PdfRef, value: Exclude<PdfObject, PdfStream>): string
  add(object: PdfObject): PdfRef
  build(): BuiltRevision
}

export interface BuiltRevision {
  readonly tail: Uint8Array
  /** Tail offset of an object from `putRaw`. */
  bodyOffset(target: PdfRef): number
}

interface Body {
  readonly gen: number
  readonly body: Uint8Array
}

type Bodies = ReadonlyMap<number, Body>

const TRAILER_KEYS = ['Root', 'Info', 'ID', 'Encrypt']

/**
 * Starts an incremental update (ISO 32000-1, 7.5.6). The original bytes stay unchanged; its cross-reference section
 * has the kind of the previous one. In an encrypted document, strings and streams are encrypted with its key.
 *
 * @throws PdfError PDF_ENCRYPTED if the document's permissions forbid filling and signing
 */
export function startRevision(document: PdfDocument): RevisionWriter {
  const { encryption } = document
  if (encryption?.allowsSigning === false) throw new PdfError('PDF_ENCRYPTED', 'the permissions forbid signing')
  const bodies = new Map<number, Body>()
  let next = document.nextObjectNumber

  const putRaw = (target: PdfRef, body: Uint8Array): void => {
    bodies.set(target.num, { gen: target.gen, body })
  }
  const put = (target: PdfRef, object: PdfObject): void =>
    putRaw(target, serializeObject(toWrite(document, target, object)))
  const format = (target: PdfRef, value: Exclude<PdfObject, PdfStream>): string =>
    formatObject(encryption === undefined ? value : (encryption.encrypt(target, value) as typeof value))
  const allocate = (): PdfRef => {
    if (next > document.limits.objectNumber) throw new PdfError('PDF_TOO_COMPLEX', 'no object numbers are left')
    return pdfRef(next++)
  }

  const add = (object: PdfObject): PdfRef => {
    const target = allocate()
    put(target, object)
    return target
  }
  return { allocate, put, putRaw, format, add, build: () => buildTail(document, bodies, next) }
}

const asList = (value: PdfObject | undefined): readonly PdfObject[] => {
  if (value === undefined || value === null) return []
  return isArray(value) ? value.items : [value]
}

/**
 * A picture, a text or a certificate may hold the bytes of an
 * object. Verifiers would suspect it of hiding one, so it is
 * written in hexadecimal.
 */
const withoutObjects = (object: PdfObject): PdfObject =>
  isStream(object) && hidesObject(object.data) ? inHexadecimal(object) : object

function inHexadecimal(object: PdfObject): PdfObject {
  if (!isStream(object)) return object
  const { dict: head, data } = object
  const hex = Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const parameters = asList(head.entries.get('DecodeParms'))
  const entries = {
    Filter: pdfArray([pdfName('ASCIIHexDecode'), ...asList(head.entries.get('Filter'))]),
    DecodeParms: parameters.length === 0 ? undefined : pdfArray([null, ...parameters]),
  }
  return pdfStream(withEntries(head, entries), asciiBytes(`${hex}>`))
}

/** Attempts until encrypted bytes do not look like an object; one of 10⁹ bytes does by chance. */
const MOST_ATTEMPTS = 4

function toWrite({ encryption }: PdfDocument, target: PdfRef, object: PdfObject): PdfObject {
  if (encryption === undefined) return withoutObjects(object)
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    // RC4 needs other content to give other bytes.
    const encrypted = encryption.encrypt(target, attempt % 2 === 0 ? object : inHexadecimal(object), attempt)
    if (!isStream(encrypted) || !hidesObject(encrypted.data)) return encrypted
  }
  throw malformedPdf('a stream looks like an object')
}

function buildTail(document: PdfDocument, bodies: Bodies, next: number): BuiltRevision {
  const chunks: Uint8Array[] = []
  const placed: WrittenXrefEntry[] = []
  const bodyOffsets = new Map<number, number>()
  let length = 0
  const write = (chunk: Uint8Array): void => {
    chunks.push(chunk)
    length += chunk.length
  }
  const position = (): number => document.bytes.length - document.headerOffset + length
  write(asciiBytes('\n'))
  for (const [num, { gen, body }] of [...bodies].sort(([a], [b]) => a - b)) {
    placed.push({ num, gen, offset: position() })
    write(asciiBytes(`${num} ${gen} obj\n`))
    bodyOffsets.set(num, length)
    write(body)
    write(asciiBytes('\nendobj\n'))
  }
  const startXref = position()
  write(writeXref(document, placed, startXref, next))
  write(endOfFile(startXref))
  return {
    tail: concatBytes(chunks),
    bodyOffset(target) {
      const offset = bodyOffsets.get(target.num)
      if (offset === undefined) throw new RangeError(`object ${target.num} is not part of the revision`)
      return offset
    },
  }
}

/** Uses the previous section's kind: some readers reject a mixture. */
function writeXref(document: PdfDocument, placed: WrittenXrefEntry[], startXref: number, next: number): Uint8Array {
  if (document.newest.kind === 'table') return xrefTable(placed, formatObject(pdfDict(trailerEntries(document, next))))
  const entries = [...placed, { num: next, gen: 0, offset: startXref }]
  return xrefStream(entries, next, trailerEntries(document, next + 1))
}

function trailerEntries(document: PdfDocument, size: number): Record<string, PdfObject | undefined> {
  const kept = TRAILER_KEYS.map((key) => [key, document.newest.trailer.entries.get(key)] as const)
  return { Size: size, ...Object.fromEntries(kept), Prev: document.startXref }
}
