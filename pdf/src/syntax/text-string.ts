import { type PdfString, pdfString } from './objects.ts'

/** Differences from Latin-1 (ISO 32000-1, annex D.3). */
const pdfDocEncoding = new Map<number, string>([
  ...pairs(0x18, '˘ˇˆ˙˝˛˚˜'),
  ...pairs(0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'),
  [0xa0, '€'],
])

function pairs(first: number, characters: string): [number, string][] {
  return [...characters].map((character, index) => [first + index, character])
}

/**
 * Decodes a text string (7.9.2.2): UTF-16 or UTF-8 with BOM,
 * else PDFDocEncoding.
 */
export function decodeTextString(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes)
  return Array.from(bytes, (byte) => pdfDocEncoding.get(byte) ?? String.fromCharCode(byte)).join('')
}

const pdfDocBytes = new Map([...pdfDocEncoding].map(([byte, character]) => [character, byte]))

/** @returns undefined if PDFDocEncoding lacks a character */
export function encodePdfDoc(text: string): Uint8Array | undefined {
  const bytes = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0
    const isLatin1 = code < 0x18 || (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code <= 0xff)
    return pdfDocBytes.get(character) ?? (isLatin1 ? code : undefined)
  })
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : undefined
}

/** Encodes as ASCII, or UTF-16BE with BOM. */
export function encodeTextString(text: string): Uint8Array {
  if (/^[\x20-\x7e]*$/.test(text)) return Uint8Array.from(text, (character) => character.charCodeAt(0))
  const bytes = new Uint8Array(2 + text.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff)
  for (let i = 0; i < text.length; i++) view.setUint16(2 + i * 2, text.charCodeAt(i))
  return bytes
}

export const textString = (text: string): PdfString => pdfString(encodeTextString(text))
