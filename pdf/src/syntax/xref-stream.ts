import { isArray, isInteger, type PdfDict, type PdfStream } from './objects.ts'
import { malformedPdf } from './pdf-error.ts'
import { admitEntries, type ListedXrefEntry, type XrefListing, type XrefSource } from './xref-listing.ts'

function integersOf(dict: PdfDict, key: string): number[] | undefined {
  const value = dict.entries.get(key)
  if (value === undefined) return undefined
  if (!isArray(value)) throw malformedPdf(`/${key} of a cross-reference stream is not an array`)
  return value.items.map((item) => {
    if (!isInteger(item) || item < 0) throw malformedPdf(`invalid /${key} of a cross-reference stream`)
    return item
  })
}

/** Rows of a cross-reference stream (7.5.8.3). */
interface Rows {
  readonly data: Uint8Array
  /** Bytes of a row. */
  readonly length: number
  entryAt(position: number): { readonly type: number; readonly second: number; readonly third: number }
}

function readRows(source: XrefSource, section: PdfStream, offset: number): Rows {
  const widths = integersOf(section.dict, 'W')
  if (widths?.length !== 3 || widths.some((width) => width > 8) || widths[1] === 0) {
    throw malformedPdf('invalid /W', offset)
  }
  const data = source.decoder.decode(section)
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  return {
    data,
    length: typeWidth + secondWidth + thirdWidth,
    entryAt: (position) => ({
      type: typeWidth === 0 ? 1 : bigEndian(data, position, typeWidth),
      second: bigEndian(data, position + typeWidth, secondWidth),
      third: bigEndian(data, position + typeWidth + secondWidth, thirdWidth),
    }),
  }
}

/**
 * Decodes a cross-reference stream (ISO 32000-1, 7.5.8).
 *
 * @throws PdfError PDF_MALFORMED, PDF_TOO_COMPLEX
 */
export function decodeEntries(source: XrefSource, section: PdfStream, offset: number): XrefListing {
  const size = section.dict.entries.get('Size')
  if (!isInteger(size) || size < 0) throw malformedPdf('a cross-reference stream has no /Size', offset)
  const index = integersOf(section.dict, 'Index') ?? [0, size]
  const rows = readRows(source, section, offset)
  const listing: XrefListing = { entries: new Map(), exact: true, agreed: index.length % 2 === 0, searched: false }
  let position = 0
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? 0
    const count = index[pair + 1] ?? 0
    admitEntries(source, first, count, offset)
    if (position + count * rows.length > rows.data.length)
      throw malformedPdf('a cross-reference stream is too short', offset)
    for (let num = first; num < first + count; num++, position += rows.length) {
      const { type, second, third } = rows.entryAt(position)
      if (listing.entries.has(num)) {
        throw malformedPdf(`object ${num} stands twice in one cross-reference section`, offset)
      }
      listing.agreed &&= num < size && isAgreed(num, type)
      listing.exact &&= !(type === 1 && second === 0)
      listing.entries.set(num, streamEntry(source, type, second, third))
    }
  }
  listing.agreed &&= position === rows.data.length
  listing.exact &&= listing.agreed
  return listing
}

/** Object 0 is free (7.5.4). */
const isAgreed = (num: number, type: number): boolean => type === 0 || (num > 0 && type <= 2)

function streamEntry(source: XrefSource, type: number, second: number, third: number): ListedXrefEntry {
  // As in a table, offset 0 is a missing object.
  if (type === 1 && second === 0) return { type: 'free' }
  if (type === 1) return { type: 'offset', offset: second + source.headerOffset, gen: third }
  if (type === 2) return { type: 'compressed', container: second, index: third }
  // 7.5.8.3: unknown types are references to null.
  return { type: 'free' }
}

function bigEndian(data: Uint8Array, start: number, width: number): number {
  let value = 0
  for (let i = 0; i < width; i++) value = value * 256 + (data[start + i] ?? 0)
  if (!Number.isSafeInteger(value)) throw malformedPdf('a cross-reference stream holds an impossible number')
  return value
}
