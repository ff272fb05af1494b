import type { DocumentEncryption } from './encryption/document-encryption.ts'
import { readEncryption } from './encryption/read-encryption.ts'
import { decodeLatin1, isWhitespace, PdfLexer } from './lexer.ts'
import { defaultLimits, type InflateData, type PdfLimits } from './limits.ts'
import { createObjectReader, type ObjectReader, type ObjectSource, type ParsedObjects } from './object-reader.ts'
import { isDict, type PdfDict, type PdfRef } from './objects.ts'
import { readPages, type TreePage } from './page-tree.ts'
import { malformedPdf, PdfError } from './pdf-error.ts'
import { type PdfSignatureField, readSignatureFields } from './signature-fields.ts'
import { createStreamDecoder } from './stream-data.ts'
import { readXref, trailerRef, type XrefSection } from './xref.ts'

/** `inflate` is a parameter, because browsers and Node have different ones. */
export interface PdfOpenOptions {
  readonly inflate: InflateData
  readonly limits?: Partial<PdfLimits>
  /** Of an encrypted document: of its owner or of a user, as it is typed. Not kept. */
  readonly password?: string | undefined
  /** Shared by the revisions of one file. */
  readonly parsed?: ParsedObjects
}

/**
 * A strictly parsed document. Reads objects lazily,
 * repairs nothing.
 */
export interface PdfDocument {
  readonly bytes: Uint8Array
  /** Bytes before `%PDF-`; file offsets start after them. */
  readonly headerOffset: number
  /** Last `startxref`, relative to the header. */
  readonly startXref: number
  /** Newest first. */
  readonly sections: readonly XrefSection[]
  readonly newest: XrefSection
  /** First unused object number. */
  readonly nextObjectNumber: number
  readonly catalogRef: PdfRef
  readonly catalog: PdfDict
  /** Strings and streams are decrypted. */
  readonly objects: ObjectReader
  readonly encryption: DocumentEncryption | undefined
  readonly limits: PdfLimits
  readonly inflate: InflateData
  readonly objectNumbers: ReadonlySet<number>
  readonly pageCount: number
  /** In order; walks the page tree once. */
  pages(): readonly TreePage[]
  /** @throws PDF_PAGE_NOT_FOUND; page numbers start at 1 */
  page(pageNumber: number): TreePage
  acroForm(): PdfDict | undefined
  /** Signed and empty, in form order. */
  signatureFields(): readonly PdfSignatureField[]
}

/** Bytes in which readers look for `%PDF-`. */
const HEADER_WITHIN = 1024
/** Bytes in which readers look for `startxref`. */
const TAIL_WITHIN = 2048

/**
 * Opens a document (ISO 32000-1, 7.5) strictly: nothing is repaired or guessed. Objects are parsed when they are first
 * needed.
 *
 * @param bytes the whole file, or its beginning as one revision; kept, not copied
 * @throws PdfError PDF_NOT_A_PDF, PDF_MALFORMED, PDF_ENCRYPTED (PasswordError), PDF_TOO_COMPLEX, PDF_BOMB
 */
export function openPdf(bytes: Uint8Array, options: PdfOpenOptions): PdfDocument {
  const limits: PdfLimits = { ...defaultLimits, ...options.limits }
  const headerOffset = findHeader(bytes)
  const startXref = findStartXref(bytes)
  const decoder = createStreamDecoder(options.inflate, limits)
  const xref = readXref({ bytes, headerOffset, limits, decoder }, startXref)
  const newest = newestOf(xref.sections)
  const opened = openObjects({ bytes, limits, decoder, entries: xref.entries }, newest, options)
  const { catalogRef, catalog } = readCatalog(opened.objects, newest)

  let pages: readonly TreePage[] | undefined
  let fields: readonly PdfSignatureField[] | undefined
  const allPages = (): readonly TreePage[] => {
    pages ??= readPages(opened.objects, catalog, limits)
    return pages
  }

  return {
    bytes,
    headerOffset,
    startXref,
    sections: xref.sections,
    newest,
    nextObjectNumber: nextObjectNumber(xref.entries.keys(), newest.trailer, limits),
    catalogRef,
    catalog,
    ...opened,
    limits,
    inflate: options.inflate,
    get objectNumbers() {
      return new Set(xref.entries.keys())
    },
    get pageCount() {
      return allPages().length
    },
    pages: allPages,
    page(pageNumber) {
      const page = allPages()[pageNumber - 1]
      if (page === undefined) throw new PdfError('PDF_PAGE_NOT_FOUND', `there is no page ${pageNumber}`)
      return page
    },
    acroForm: () => readForm(opened.objects, catalog),
    signatureFields() {
      fields ??= readSignatureFields(opened.objects, readForm(opened.objects, catalog), limits)
      return fields
    },
  }
}

function readForm(objects: ObjectReader, catalog: PdfDict): PdfDict | undefined {
  const form = objects.get(catalog, 'AcroForm')
  if (form !== null && !isDict(form)) throw malformedPdf('/AcroForm is not a dictionary')
  return form ?? undefined
}

/** @throws PdfError PDF_MALFORMED if an update dropped the encryption: readers would show other content */
function newestOf(sections: readonly XrefSection[]): XrefSection {
  const [newest] = sections
  if (newest === undefined) throw malformedPdf('no cross-reference section')
  const isEncrypted = ({ trailer }: XrefSection): boolean => trailer.entries.has('Encrypt')
  if (!isEncrypted(newest) && sections.some(isEncrypted)) {
    throw malformedPdf('only an older revision of the document is encrypted')
  }
  return newest
}

function openObjects(
  file: Omit<ObjectSource, 'parsed' | 'encryption'>,
  { trailer }: XrefSection,
  { parsed, password }: PdfOpenOptions,
): Pick<PdfDocument, 'objects' | 'encryption'> {
  const source = { ...file, parsed }
  const raw = createObjectReader(source)
  const encryption = readEncryption(trailer, raw, password)
  return { encryption, objects: encryption === undefined ? raw : createObjectReader({ ...source, encryption }) }
}

function readCatalog(
  objects: ObjectReader,
  { trailer, offset }: XrefSection,
): Pick<PdfDocument, 'catalogRef' | 'catalog'> {
  const catalogRef = trailerRef(trailer, 'Root')
  if (catalogRef === undefined) throw malformedPdf('the trailer has no /Root reference', offset)
  const catalog = objects.resolve(catalogRef)
  if (!isDict(catalog)) throw malformedPdf('the document catalog is not a dictionary')
  return { catalogRef, catalog }
}

function findHeader(bytes: Uint8Array): number {
  const at = decodeLatin1(bytes, 0, Math.min(bytes.length, HEADER_WITHIN)).indexOf('%PDF-')
  if (at < 0) throw new PdfError('PDF_NOT_A_PDF', 'no PDF header in the first 1024 bytes')
  return at
}

/** 7.5.5: the file ends with `startxref`, offset and `%%EOF`. */
function findStartXref(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - TAIL_WITHIN)
  const at = decodeLatin1(bytes, from).lastIndexOf('startxref')
  if (at < 0) throw malformedPdf("no 'startxref' at the end of the file", from)
  const lexer = new PdfLexer(bytes, from + at + 'startxref'.length)
  lexer.skipWhitespace()
  const offset = lexer.readUnsigned()
  while (isWhitespace(lexer.peek())) lexer.position++
  if (decodeLatin1(bytes, lexer.position, lexer.position + 5) !== '%%EOF') {
    throw malformedPdf("no '%%EOF' after 'startxref'", lexer.position)
  }
  return offset
}

function nextObjectNumber(numbers: Iterable<number>, trailer: PdfDict, limits: PdfLimits): number {
  const size = trailer.entries.get('Size')
  let next = typeof size === 'number' && Number.isInteger(size) ? size : 0
  for (const num of numbers) next = Math.max(next, num + 1)
  if (next < 1 || next > limits.objectNumber) throw new PdfError('PDF_TOO_COMPLEX', 'object numbers beyond the limit')
  return next
}
