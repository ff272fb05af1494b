import { createHash } from 'node:crypto'
import {
  asciiBytes,
  concatBytes,
  formatObject,
  isArray,
  isDict,
  isRef,
  isStream,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfRef,
  pdfString,
  serializeObject,
} from '../syntax/index.ts'
import { documentEnd } from '../write/xref-section.ts'
import type { ObjectGraph } from './object-graph.ts'

/** `replace` returns null to drop a dictionary entry. */
function mapReferences(value: PdfObject, replace: (target: PdfRef) => PdfObject): PdfObject {
  if (isRef(value)) return replace(value)
  if (isArray(value)) return pdfArray(value.items.map((item) => mapReferences(item, replace)))
  if (isDict(value)) return mapEntries(value, replace)
  if (!isStream(value)) return value
  return { kind: 'stream', dict: mapEntries(value.dict, replace, 'Length'), data: value.data }
}

function mapEntries(source: PdfDict, replace: (target: PdfRef) => PdfObject, without?: string): PdfDict {
  const entries = new Map<string, PdfObject>()
  for (const [key, value] of source.entries) {
    const mapped = key === without ? null : mapReferences(value, replace)
    if (mapped !== null) entries.set(key, mapped)
  }
  return { kind: 'dict', entries }
}

/** Skips the /Length of streams. */
function eachReference(value: PdfObject, visit: (target: PdfRef) => void): void {
  if (isRef(value)) visit(value)
  else if (isArray(value)) for (const item of value.items) eachReference(item, visit)
  else if (isDict(value)) for (const entry of value.entries.values()) eachReference(entry, visit)
  else if (isStream(value)) {
    for (const [key, entry] of value.dict.entries) if (key !== 'Length') eachReference(entry, visit)
  }
}

/** Objects that the trailer leads to; all others are dropped. */
export interface ReachableObjects {
  /** In order of discovery. */
  readonly targets: readonly PdfRef[]
  readonly missing: ReadonlySet<number>
}

export function reachableObjects(graph: ObjectGraph): ReachableObjects {
  const targets: PdfRef[] = []
  const seen = new Set<number>()
  const missing = new Set<number>()
  const waiting: PdfRef[] = []
  const admit = (target: PdfRef): void => {
    if (seen.has(target.num)) return
    seen.add(target.num)
    waiting.push(target)
  }
  if (graph.info !== undefined) admit(graph.info)
  admit(graph.root)
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    const object = graph.read(target)
    if (object === null) missing.add(target.num)
    else {
      targets.push(target)
      eachReference(object, admit)
    }
  }
  return { targets, missing }
}

const HEADER_WITHIN = 1024
/** For files without a readable header. */
const DEFAULT_VERSION = '1.7'

export const versionOf = (bytes: Uint8Array): string =>
  /%PDF-([12]\.\d)/.exec(Buffer.from(bytes.subarray(0, HEADER_WITHIN)).toString('latin1'))?.[1] ?? DEFAULT_VERSION

/** Of each part of /ID (ISO 32000-1, 14.4). */
const DIGEST_BYTES = 16

/**
 * Writes one revision with a cross-reference table and only
 * the reachable objects. Streams keep their bytes.
 */
export function writeGraph(graph: ObjectGraph, version: string): Uint8Array {
  const { targets } = reachableObjects(graph)
  const numbers = new Map(targets.map(({ num }, index) => [num, index + 1]))
  const renumbered = ({ num }: PdfRef): PdfObject => {
    const number = numbers.get(num)
    return number === undefined ? null : pdfRef(number)
  }
  // Four bytes beyond ASCII mark a binary file (7.5.2).
  const chunks: Uint8Array[] = [asciiBytes(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`)]
  let length = chunks[0]?.length ?? 0
  const write = (chunk: Uint8Array): void => {
    chunks.push(chunk)
    length += chunk.length
  }
  const digest = createHash('sha256')
  const offsets = targets.map((target, index) => {
    const offset = length
    const body = serializeObject(mapReferences(graph.read(target), renumbered))
    digest.update(body)
    write(asciiBytes(`${index + 1} 0 obj\n`))
    write(body)
    write(asciiBytes('\nendobj\n'))
    return offset
  })
  const current = digest.digest().subarray(0, DIGEST_BYTES)
  const trailer = pdfDict({
    Size: offsets.length + 1,
    Root: renumbered(graph.root),
    Info: (graph.info && renumbered(graph.info)) ?? undefined,
    ID: pdfArray([pdfString(graph.permanentId ?? current), pdfString(current)]),
  })
  return concatBytes([...chunks, documentEnd(offsets, formatObject(trailer), length)])
}
