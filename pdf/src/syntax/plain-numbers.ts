import type { PdfDict } from './objects.ts'

/** Structural keys of trailers and streams. */
const KEYS = ['Prev', 'Size', 'XRefStm', 'W', 'Index', 'N', 'First']
const PLAIN = /^[\s\0]*(?:\d+(?![\d.+-])|\[[\d\s\0]*\])/
const ESCAPED_NAME = /\/[^\s\0/<>[\](){}%]*#/

/**
 * Checks that structural numbers contain only digits:
 * readers disagree on `9.0`, signs and escaped keys.
 * @param text source of the dictionary
 */
export function hasPlainNumbers({ entries }: PdfDict, text: string): boolean {
  if (ESCAPED_NAME.test(text)) return false
  return KEYS.every((key) => {
    const places = [...text.matchAll(new RegExp(`/${key}(?![A-Za-z0-9])`, 'g'))]
    const isPlain = places.every(({ index }) => PLAIN.test(text.slice(index + key.length + 1)))
    return isPlain && (places.length > 0 || !entries.has(key))
  })
}
