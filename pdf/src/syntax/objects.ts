/** ISO 32000-1, 7.3. */
export type PdfObject = null | boolean | number | PdfName | PdfString | PdfArray | PdfDict | PdfStream | PdfRef

/** Decoded Latin-1 name without the slash. */
export interface PdfName {
  readonly kind: 'name'
  readonly value: string
}

/** Bytes after unescaping; `decodeTextString` reads text strings. */
export interface PdfString {
  readonly kind: 'string'
  readonly bytes: Uint8Array
}

export interface PdfArray {
  readonly kind: 'array'
  readonly items: readonly PdfObject[]
}

/** Keys are unique: the parser refuses a repeated key, unless its value is the same. */
export interface PdfDict {
  readonly kind: 'dict'
  readonly entries: ReadonlyMap<string, PdfObject>
}

/** `data`: encoded bytes, as in the file. */
export interface PdfStream {
  readonly kind: 'stream'
  readonly dict: PdfDict
  readonly data: Uint8Array
}

export interface PdfRef {
  readonly kind: 'ref'
  readonly num: number
  readonly gen: number
}

export const pdfName = (value: string): PdfName => ({ kind: 'name', value })
export const pdfString = (bytes: Uint8Array): PdfString => ({ kind: 'string', bytes })
export const pdfArray = (items: readonly PdfObject[]): PdfArray => ({ kind: 'array', items })
export const pdfRef = (num: number, gen = 0): PdfRef => ({ kind: 'ref', num, gen })
export const pdfStream = (dict: PdfDict, data: Uint8Array): PdfStream => ({ kind: 'stream', dict, data })

/** Omits undefined entries. */
export const pdfDict = (entries: Readonly<Record<string, PdfObject | undefined>>): PdfDict =>
  withEntries(undefined, entries)

/** Undefined removes an entry. */
export function withEntries(
  base: PdfDict | undefined,
  entries: Readonly<Record<string, PdfObject | undefined>>,
): PdfDict {
  const result = new Map(base?.entries)
  for (const [key, value] of Object.entries(entries)) {
    if (value === undefined) result.delete(key)
    else result.set(key, value)
  }
  return { kind: 'dict', entries: result }
}

type Kind = 'name' | 'string' | 'array' | 'dict' | 'stream' | 'ref'

const hasKind = (object: PdfObject | undefined, kind: Kind): boolean =>
  typeof object === 'object' && object !== null && object.kind === kind

type Maybe = PdfObject | undefined
export const isName = (object: Maybe): object is PdfName => hasKind(object, 'name')
export const isString = (object: Maybe): object is PdfString => hasKind(object, 'string')
export const isArray = (object: Maybe): object is PdfArray => hasKind(object, 'array')
export const isDict = (object: Maybe): object is PdfDict => hasKind(object, 'dict')
export const isStream = (object: Maybe): object is PdfStream => hasKind(object, 'stream')
export const isRef = (object: Maybe): object is PdfRef => hasKind(object, 'ref')
export const isInteger = (object: Maybe): object is number => Number.isSafeInteger(object)
export const isNameOf = (object: Maybe, value: string): boolean => isName(object) && object.value === value
