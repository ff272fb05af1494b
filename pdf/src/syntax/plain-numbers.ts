import type { PdfDict } from './objects.ts'

/** Keys of trailers, cross-reference streams and object streams whose numbers say where something stands. */
const KEYS = ['Prev', 'Size', 'XRefStm', 'W', 'Index', 'N', 'First']
const PLAIN = /^[\s\0]*(?:\d+(?![\d.+-])|\[[\d\s\0]*\])/
const ESCAPED_NAME = /\/[^\s\0/<>[\](){}%]*#/

/**
 * Tells whether numbers stand there as digits alone. Readers differ on `9.0`, on signs and on keys that are escaped:
 * some follow them, others rebuild the file.
 * @param text how the dictionary is written
 */
export function hasPlainNumbers({ entries }: PdfDict, text: string): boolean {
  if (ESCAPED_NAME.test(text)) return false
  return KEYS.every((key) => {
    const places = [...text.matchAll(new RegExp(`/${key}(?![A-Za-z0-9])`, 'g'))]
    const isPlain = places.every(({ index }) => PLAIN.test(text.slice(index + key.length + 1)))
    return isPlain && (places.length > 0 || !entries.has(key))
  })
}
