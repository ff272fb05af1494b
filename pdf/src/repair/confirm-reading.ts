import {
  type PdfArray as LibraryArray,
  type PdfDict as LibraryDict,
  type PdfObject as LibraryObject,
  PdfRef as LibraryRef,
  PdfStream as LibraryStream,
  PDF,
} from '@libpdf/core'
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
} from '../syntax/index.ts'
import type { ObjectGraph } from './object-graph.ts'

const STARTXREF = 'startxref'
/** Readers disagree about these bytes at the end of a stream. */
const LINE_END_BYTES = 2

/** Makes the library search for the objects. */
function withoutStartxref(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  for (let at = copy.indexOf(STARTXREF); at >= 0; at = copy.indexOf(STARTXREF, at)) {
    copy.fill(0x20, at, at + STARTXREF.length)
  }
  return copy
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** The library decodes escaped names as UTF-8. */
const asTheirs = (name: string): string => Buffer.from(name, 'latin1').toString('utf8')

function sameData(ours: Uint8Array, theirs: Uint8Array): boolean {
  const length = Math.min(ours.length, theirs.length)
  const difference = Math.max(ours.length, theirs.length) - length
  return difference <= LINE_END_BYTES && sameBytes(ours.subarray(0, length), theirs.subarray(0, length))
}

const hasValue = ([, value]: readonly [unknown, PdfObject | LibraryObject]): boolean =>
  value !== null && !(typeof value === 'object' && 'type' in value && value.type === 'null')

function sameEntries(ours: PdfDict, theirs: LibraryDict, without?: string): boolean {
  const own = [...ours.entries].filter(hasValue).filter(([key]) => key !== without)
  const others = new Map(
    [...theirs].filter(hasValue).flatMap(([{ value: key }, value]) => (key === without ? [] : [[key, value] as const])),
  )
  return (
    own.length === others.size &&
    own.every(([key, value]) => {
      const other = others.get(key) ?? others.get(asTheirs(key))
      return other !== undefined && sameObject(value, other)
    })
  )
}

const sameItems = (ours: readonly PdfObject[], theirs: LibraryArray): boolean =>
  ours.length === theirs.length && ours.every((item, index) => sameObject(item, theirs.at(index)))

function sameObject(ours: PdfObject, theirs: LibraryObject | null | undefined): boolean {
  if (theirs instanceof LibraryStream) {
    return isStream(ours) && sameEntries(ours.dict, theirs, 'Length') && sameData(ours.data, theirs.data)
  }
  switch (theirs?.type) {
    case undefined:
    case 'null':
      return ours === null
    case 'bool':
    case 'number':
      return ours === theirs.value
    case 'name':
      return isName(ours) && [ours.value, asTheirs(ours.value)].includes(theirs.value)
    case 'string':
      return isString(ours) && sameBytes(ours.bytes, theirs.bytes)
    case 'ref':
      return isRef(ours) && ours.num === theirs.objectNumber
    case 'array':
      return isArray(ours) && sameItems(ours.items, theirs)
    case 'dict':
      return isDict(ours) && sameEntries(ours, theirs)
    default:
      return false
  }
}

async function agrees(bytes: Uint8Array, graph: ObjectGraph, { targets, pages }: Confirmable): Promise<boolean> {
  const pdf = await PDF.load(bytes)
  if (pdf.isEncrypted || pdf.getPageCount() !== pages) return false
  return targets.every((target) => sameObject(graph.read(target), pdf.getObject(LibraryRef.of(target.num, target.gen))))
}

interface Confirmable {
  readonly targets: readonly PdfRef[]
  readonly pages: number
}

/**
 * Checks that an independent reader understands every object
 * alike. If two readers repair a document differently, it is
 * not repaired.
 */
export async function confirmReading(bytes: Uint8Array, graph: ObjectGraph, what: Confirmable): Promise<boolean> {
  for (const variant of [bytes, withoutStartxref(bytes)]) {
    try {
      if (await agrees(variant, graph, what)) return true
    } catch {
      // The library failed; the other variant may succeed.
    }
  }
  return false
}
