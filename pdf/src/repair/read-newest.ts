import { screeningLimits } from '../screen/limits.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseName,
  isLooseRef,
  isLooseStream,
  isLooseString,
  type LooseDict,
  type LooseObject,
  type LooseStream,
} from '../screen/loose-objects.ts'
import { type WalkedObject, walkObjects } from '../screen/walk-objects.ts'
import { isWhitespace, type PdfDict, type PdfObject, type PdfRef, pdfRef } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { type ObjectGraph, UnrepairableError } from './object-graph.ts'

const STARTXREF = 'startxref'
const ENDSTREAM = 'endstream'

/** Most readers take the last of repeated values. */
const lastOf = (dict: LooseDict, key: string): LooseObject | undefined => dict.entries.get(key)?.at(-1)

const refOf = (value: LooseObject | undefined): PdfRef | undefined => (isLooseRef(value) ? value : undefined)

/**
 * Reads a damaged document without its cross-reference
 * sections: the last object of each number and the last
 * trailer with a catalog.
 * @throws UnrepairableError, ScreeningLimitError
 */
export function readNewest(bytes: Uint8Array): ObjectGraph {
  const walk = walkObjects(bytes, inflateWithNode, screeningLimits)
  const inOrder = [...walk.objects()].sort((a, b) => a.at - b.at)
  refuseTruncated(bytes, inOrder.findLast(({ num }) => num !== undefined)?.at ?? 0)
  const objects = newestByNumber(outsideStreams(inOrder, newestByNumber(inOrder)))
  const trailers = inOrder.flatMap(({ num, object }) => trailerIn(num, object) ?? [])
  if (trailers.some((trailer) => trailer.entries.has('Encrypt'))) throw new UnrepairableError('encrypted')
  const named = trailers.findLast((trailer) => isLooseDict(objects.get(refOf(lastOf(trailer, 'Root'))?.num ?? -1)))
  const root = (named && refOf(lastOf(named, 'Root'))) ?? lastCatalog(objects)
  if (root === undefined) throw new UnrepairableError('there is no catalog')
  const info = trailers.findLast((trailer) => refOf(lastOf(trailer, 'Info')) !== undefined)
  return {
    root,
    info: info && refOf(lastOf(info, 'Info')),
    permanentId: named && permanentId(named, objects),
    read: ({ num }) => toPdfObject(objects.get(num) ?? null, objects),
  }
}

export type ByNumber = ReadonlyMap<number, LooseObject>

const newestByNumber = (inOrder: readonly WalkedObject[]): ByNumber =>
  new Map(inOrder.flatMap(({ num, object }) => (num === undefined ? [] : [[num, object] as const])))

/** A truncated file lost its last object or revision. */
function refuseTruncated(bytes: Uint8Array, lastObject: number): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const follows = (word: string): boolean => file.includes(word, lastObject, 'latin1')
  if (!['endobj', 'trailer', STARTXREF].some(follows)) throw new UnrepairableError('the last object breaks off')
  const earlier = file.indexOf(STARTXREF, 0, 'latin1')
  if (earlier >= 0 && earlier < lastObject && !['trailer', STARTXREF].some(follows)) {
    throw new UnrepairableError('the last revision breaks off')
  }
}

/** Ignores objects inside stream data, which may be a PDF. */
function outsideStreams(inOrder: readonly WalkedObject[], objects: ByNumber): WalkedObject[] {
  let last = { at: -1, end: 0 }
  return inOrder.filter(({ object, at }) => {
    // Members of an object stream have its position.
    if (at < last.end && at !== last.at) return false
    const end = isLooseStream(object) ? endByLength(object, objects) : undefined
    if (end !== undefined && at !== last.at) last = { at, end }
    return true
  })
}

/** A cross-reference stream is a trailer, too. */
function trailerIn(num: number | undefined, object: LooseObject): LooseDict | undefined {
  if (num === undefined) return isLooseDict(object) ? object : undefined
  if (!isLooseStream(object)) return undefined
  const type = lastOf(object.dict, 'Type')
  return isLooseName(type) && type.value === 'XRef' ? object.dict : undefined
}

function lastCatalog(objects: ByNumber): PdfRef | undefined {
  const catalogs = [...objects].filter(([, object]) => {
    const type = isLooseDict(object) ? lastOf(object, 'Type') : undefined
    return isLooseName(type) && type.value === 'Catalog'
  })
  const num = catalogs.at(-1)?.[0]
  return num === undefined ? undefined : pdfRef(num)
}

function permanentId(trailer: LooseDict, objects: ByNumber): Uint8Array | undefined {
  const resolved = (object: LooseObject | undefined) => (isLooseRef(object) ? objects.get(object.num) : object)
  const id = resolved(lastOf(trailer, 'ID'))
  const first = isLooseArray(id) ? resolved(id.items[0]) : undefined
  return isLooseString(first) ? first.bytes : undefined
}

/** Undefined if /Length is wrong. */
function endByLength({ dict, bytes, start }: LooseStream, objects: ByNumber): number | undefined {
  const declared = lastOf(dict, 'Length')
  const length = isLooseRef(declared) ? objects.get(declared.num) : declared
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return undefined
  let at = start + length
  while (isWhitespace(bytes[at])) at++
  return latin1At(bytes, at, ENDSTREAM.length) === ENDSTREAM ? start + length : undefined
}

const latin1At = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1')

/** By /Length, or up to the line end before `endstream`. */
export function dataOf(stream: LooseStream, objects: ByNumber): Uint8Array {
  const { bytes, start } = stream
  const declared = endByLength(stream, objects)
  if (declared !== undefined) return bytes.subarray(start, declared)
  let end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(ENDSTREAM, start, 'latin1')
  if (end < 0) throw new UnrepairableError('a stream breaks off')
  if (end > start && bytes[end - 1] === 0x0a) end--
  if (end > start && bytes[end - 1] === 0x0d) end--
  return bytes.subarray(start, end)
}

const toPdfDict = (dict: LooseDict, objects: ByNumber): PdfDict => ({
  kind: 'dict',
  entries: new Map([...dict.entries].map(([key, values]) => [key, toPdfObject(values.at(-1) ?? null, objects)])),
})

function toPdfObject(object: LooseObject, objects: ByNumber): PdfObject {
  if (isLooseArray(object)) return { kind: 'array', items: object.items.map((item) => toPdfObject(item, objects)) }
  if (isLooseDict(object)) return toPdfDict(object, objects)
  if (isLooseStream(object)) {
    return { kind: 'stream', dict: toPdfDict(object.dict, objects), data: dataOf(object, objects) }
  }
  return object
}
