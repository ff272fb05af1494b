import { equalBytes } from '../cms/bytes.ts'
import type { PdfDict, PdfObject, PdfStream, PdfString } from '../syntax/index.ts'

/** PDF writers round numbers. */
const TOLERANCE = 1e-6

const sameStream = (a: PdfStream, b: PdfStream): boolean => equalBytes(a.data, b.data) && sameDict(a.dict, b.dict)

const sameString = (a: PdfString, b: PdfString): boolean => equalBytes(a.bytes, b.bytes)

const sameItems = (a: readonly PdfObject[], b: readonly PdfObject[]): boolean =>
  a.length === b.length && a.every((item, index) => sameObject(item, b[index]))

export const sameDict = (a: PdfDict, b: PdfDict, except: ReadonlySet<string> = new Set()): boolean =>
  [...new Set([...a.entries.keys(), ...b.entries.keys()])].every(
    (key) => except.has(key) || sameObject(a.entries.get(key), b.entries.get(key)),
  )

/**
 * Compares values, not notation; does not follow references.
 * An absent key is null (ISO 32000-1, 7.3.7).
 */
export const sameObject = (a: PdfObject | undefined = null, b: PdfObject | undefined = null): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  switch (a.kind) {
    case 'name':
      return b.kind === 'name' && a.value === b.value
    case 'string':
      return b.kind === 'string' && sameString(a, b)
    case 'ref':
      return b.kind === 'ref' && a.num === b.num && a.gen === b.gen
    case 'array':
      return b.kind === 'array' && sameItems(a.items, b.items)
    case 'dict':
      return b.kind === 'dict' && sameDict(a, b)
    case 'stream':
      return b.kind === 'stream' && sameStream(a, b)
  }
}
