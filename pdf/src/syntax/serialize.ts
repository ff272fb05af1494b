import { decodeLatin1, isRegular } from './lexer.ts'
import type { PdfObject, PdfStream, PdfString } from './objects.ts'

/** @returns a new array */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

/** One byte a character: Latin-1 passes, anything beyond is cut to its low byte. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** Thousandths of a point: finer than any screen or printer. */
export const roundPoints = (value: number): number => Math.round(value * 1000) / 1000

/** PDF has no exponents (ISO 32000-1, 7.3.3). */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('a PDF number is finite')
  const plain = String(value)
  if (!plain.includes('e')) return plain
  return value.toFixed(10).replace(/\.?0+$/, '')
}

function formatName(value: string): string {
  const escaped = [...value].map((character) => {
    const code = character.charCodeAt(0)
    return isRegular(code) && code > 0x20 && code < 0x7f && character !== '#'
      ? character
      : `#${code.toString(16).padStart(2, '0')}`
  })
  return `/${escaped.join('')}`
}

/** A person's text must not look like a part of the file to readers that search it. */
const STRUCTURE = /obj(?![A-Za-z])|endstream|startxref|trailer|%%EOF|%PDF-|\/ByteRange/

/** Hexadecimal unless plain ASCII: avoids escapes. */
export function formatString({ bytes }: PdfString): string {
  const plain = bytes.every((byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x28 && byte !== 0x29 && byte !== 0x5c)
  const text = plain ? decodeLatin1(bytes) : ''
  if (plain && !STRUCTURE.test(text)) return `(${text})`
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return `<${hex}>`
}

/** One character per byte. */
export function formatObject(object: Exclude<PdfObject, PdfStream>): string {
  if (object === null) return 'null'
  if (typeof object === 'boolean') return String(object)
  if (typeof object === 'number') return formatNumber(object)
  switch (object.kind) {
    case 'name':
      return formatName(object.value)
    case 'string':
      return formatString(object)
    case 'ref':
      return `${object.num} ${object.gen} R`
    case 'array':
      return `[${object.items.map(formatDirect).join(' ')}]`
    case 'dict':
      return `<<${[...object.entries].map(([key, value]) => `${formatName(key)} ${formatDirect(value)}`).join(' ')}>>`
  }
}

function formatDirect(object: PdfObject): string {
  if (typeof object === 'object' && object?.kind === 'stream') throw new TypeError('a stream is always indirect')
  return formatObject(object)
}

/** Object body between `obj` and `endobj`. Sets /Length. */
export function serializeObject(object: PdfObject): Uint8Array {
  if (typeof object !== 'object' || object?.kind !== 'stream') return asciiBytes(formatObject(object))
  const entries = new Map(object.dict.entries).set('Length', object.data.length)
  const head = `${formatObject({ kind: 'dict', entries })}\nstream\n`
  return concatBytes([asciiBytes(head), object.data, asciiBytes('\nendstream')])
}
