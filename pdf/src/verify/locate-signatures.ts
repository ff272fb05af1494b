import { equalBytes } from '../cms/bytes.ts'
import { decodeLatin1 } from '../syntax/lexer.ts'
import type { ObjectReader } from '../syntax/object-reader.ts'
import { isArray, isName, isString, type PdfDict } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { decodeTextString } from '../syntax/text-string.ts'
import { type ListedSignature, listFoundSignatures } from './list-signatures.ts'
import { locateUsageRights } from './usage-rights.ts'

export type LocatedRange = readonly [start: number, gapStart: number, gapEnd: number, rest: number]

export type PlaceProblem =
  /** /ByteRange is not four numbers with one gap. */
  | 'range-malformed'
  /** The gap is not exactly one hexadecimal string. */
  | 'gap-not-signature'
  | 'gap-not-contents'
  /** The range does not end at a revision's end. */
  | 'range-not-at-end'
  | 'shared-gap'
  /** A later signature's gap is inside the bytes of an earlier one. */
  | 'overlap'
  /** The gap does not lie in the dictionary's own object. */
  | 'obscured'
  | 'not-in-own-revision'

export interface FoundSignature {
  readonly fieldName: string
  readonly dict: PdfDict
  readonly subFilter: string
  readonly contents: Uint8Array
  readonly range: LocatedRange | undefined
  readonly problem: PlaceProblem | undefined
}

const rangeNumbers = (objects: ObjectReader, dict: PdfDict): number[] => {
  const range = objects.get(dict, 'ByteRange')
  if (!isArray(range)) return []
  return range.items.map((item) => objects.resolve(item)).filter((item) => typeof item === 'number')
}

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

const digit = (byte: number): number => (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57)

/** Undefined unless exactly `<hex>` without white space. */
function readGap(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const length = end - start - 2
  if (bytes[start] !== 0x3c || bytes[end - 1] !== 0x3e || length % 2 !== 0) return undefined
  const result = new Uint8Array(length / 2)
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + 1 + i] ?? 0
    if (!isHex(byte)) return undefined
    result[i >> 1] = i % 2 === 0 ? digit(byte) << 4 : (result[i >> 1] ?? 0) | digit(byte)
  }
  return result
}

/** `%%EOF` and at most one line end (ISO 32000-1, 7.5.5). */
function endsWithRevision(bytes: Uint8Array, end: number): boolean {
  const tail = decodeLatin1(bytes, Math.max(0, end - 7), end)
  return /%%EOF(\r\n|\r|\n)?$/.test(tail)
}

function checkPlace(bytes: Uint8Array, numbers: readonly number[], contents: Uint8Array) {
  const [start, gapStart = 0, gapEnd = 0, rest = 0] = numbers
  const wellFormed =
    numbers.length === 4 &&
    numbers.every((value) => Number.isSafeInteger(value) && value >= 0) &&
    start === 0 &&
    gapStart > 0 &&
    gapEnd >= gapStart + 2 &&
    gapEnd + rest <= bytes.length
  if (!wellFormed) return { range: undefined, problem: 'range-malformed' as const }
  const range: LocatedRange = [0, gapStart, gapEnd, rest]
  const gap = readGap(bytes, gapStart, gapEnd)
  if (gap === undefined) return { range, problem: 'gap-not-signature' as const }
  if (!equalBytes(gap, contents)) return { range, problem: 'gap-not-contents' as const }
  return { range, problem: endsWithRevision(bytes, gapEnd + rest) ? undefined : ('range-not-at-end' as const) }
}

const NO_DICTIONARY: PdfDict = { kind: 'dict', entries: new Map() }

function reachedDictionaries(document: PdfDocument): { fieldName: string; dict: PdfDict }[] {
  return document
    .signatureFields()
    .flatMap(({ name, signed, value }) => (signed ? [{ fieldName: name, dict: value ?? NO_DICTIONARY }] : []))
}

export function readFound(document: PdfDocument, fieldName: string, dict: PdfDict): FoundSignature {
  const { objects, bytes } = document
  const contents = objects.get(dict, 'Contents')
  const subFilter = objects.get(dict, 'SubFilter')
  const own = isString(contents) ? contents.bytes : new Uint8Array()
  return {
    fieldName,
    dict,
    subFilter: isName(subFilter) ? subFilter.value : '',
    contents: own,
    ...checkPlace(bytes, rangeNumbers(objects, dict), own),
  }
}

function comparePlaces(found: readonly FoundSignature[]): FoundSignature[] {
  return found.map((signature) => {
    const { range, problem } = signature
    if (range === undefined || problem !== undefined) return signature
    const [, gapStart, gapEnd] = range
    const others = found.flatMap((other) => (other === signature || other.range === undefined ? [] : [other.range]))
    if (others.some(([, start, end]) => start < gapEnd && gapStart < end))
      return { ...signature, problem: 'shared-gap' }
    const end = coveredLength(range)
    const inside = others.some((other) => {
      const otherEnd = coveredLength(other)
      return otherEnd <= end ? gapStart < otherEnd : other[1] < end
    })
    return inside ? { ...signature, problem: 'overlap' } : signature
  })
}

/** Bytes from the file start, including the gap. */
export const coveredLength = ([, , gapEnd, rest]: LocatedRange): number => gapEnd + rest

export const holdsSignature = (document: PdfDocument, fieldName: string, range: LocatedRange): boolean =>
  reachedDictionaries(document).some(
    (reached) =>
      reached.fieldName === fieldName && rangeNumbers(document.objects, reached.dict).join(' ') === range.join(' '),
  )

export interface LocatedSignatures {
  readonly signatures: readonly FoundSignature[]
  /** Signature dictionaries of any revision outside the form. */
  readonly hidden: number
}

const listedRange = ({ dict }: ListedSignature): string => {
  const range = dict.entries.get('ByteRange')
  return isArray(range) ? range.items.join(' ') : ''
}

/** Without a parsed place: a reader could find another dictionary. */
const holdsGap = ({ span }: ListedSignature, { range }: FoundSignature): boolean =>
  span !== undefined && range !== undefined && span.start < range[1] && range[2] <= span.end

/**
 * Finds the signatures that the form reaches, in the order of their coverage, and counts all other signature
 * dictionaries as hidden.
 */
export function locateSignatures(document: PdfDocument): LocatedSignatures {
  const listing = listFoundSignatures(document)
  const open = [...listing.signatures]
  const reached = reachedDictionaries(document).map(({ fieldName, dict }) => {
    const found = readFound(document, fieldName, dict)
    const range = rangeNumbers(document.objects, dict).join(' ')
    const own = open.filter((listed) => listedRange(listed) === range)
    const place = own.find((listed) => holdsGap(listed, found))
    const used = place ?? own[0]
    if (used !== undefined) open.splice(open.indexOf(used), 1)
    return place === undefined ? { ...found, problem: found.problem ?? ('obscured' as const) } : found
  })
  const rights = locateUsageRights(document, listing).map(({ start }) => start)
  const hidden = open.filter(({ span }) => span === undefined || !rights.includes(span.start))
  const signatures = comparePlaces(reached).toSorted((a, b) => coveredEnd(a) - coveredEnd(b))
  return { signatures, hidden: hidden.length + listing.unread }
}

const coveredEnd = ({ range }: FoundSignature): number => (range === undefined ? 0 : coveredLength(range))

export function textEntry(objects: ObjectReader, dict: PdfDict, key: string): string | undefined {
  const value = objects.get(dict, key)
  return isString(value) ? decodeTextString(value.bytes) : undefined
}
