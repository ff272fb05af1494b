import { decodeLatin1 } from '../../syntax/index.ts'
import type { ScreenRule } from './rule.ts'

/** Bytes. */
const HEAD = 1024
/** Bytes: end record of a ZIP with the longest comment. */
const ZIP_TAIL = 22 + 65_535

/** First bytes of other formats. */
const SIGNATURES: readonly (readonly [format: string, start: string])[] = [
  ['ZIP', 'PK\x03\x04'],
  ['ZIP', 'PK\x05\x06'],
  ['EXE', 'MZ'],
  ['ELF', '\x7fELF'],
  ['Mach-O', '\xca\xfe\xba\xbe'],
  ['Mach-O', '\xcf\xfa\xed\xfe'],
  ['GIF', 'GIF8'],
  ['PNG', '\x89PNG'],
  ['JPEG', '\xff\xd8\xff'],
  ['RAR', 'Rar!'],
  ['7z', '7z\xbc\xaf'],
  ['gzip', '\x1f\x8b\x08'],
  ['RTF', '{\\rtf'],
  ['OLE', '\xd0\xcf\x11\xe0'],
  ['script', '#!'],
  ['PostScript', '%!PS'],
  ['Flash', 'CWS'],
  ['Flash', 'FWS'],
]
const FIRST_OBJECT = /\d\s+\d+\s+obj/
const MARKUP = /<(?:script|html|svg|body|iframe|\?php|!doctype html)\b/i

const formatOf = (text: string): string | undefined =>
  SIGNATURES.find(([, start]) => text.startsWith(start))?.[0] ?? (MARKUP.test(text) ? 'HTML' : undefined)

const endsAsZip = (tail: string): boolean => {
  for (let at = tail.indexOf('PK\x05\x06'); at >= 0; at = tail.indexOf('PK\x05\x06', at + 1)) {
    const comment = tail.charCodeAt(at + 20) + tail.charCodeAt(at + 21) * 256
    if (at + 22 + comment === tail.length) return true
  }
  return false
}

/** A file that is something else to another program, such as an archive or a web page. */
export const polyglotRule: ScreenRule = {
  code: 'PDF_POLYGLOT',
  file: (bytes) => {
    const head = decodeLatin1(bytes, 0, Math.min(HEAD, bytes.length))
    const before = formatOf(head.slice(0, Math.max(0, head.indexOf('%PDF-'))))
    if (before !== undefined) return `${before} antes de %PDF-`
    // Other rules check objects.
    if (MARKUP.test(head.split(FIRST_OBJECT, 1)[0] ?? '')) return 'HTML al inicio'
    if (head.slice(257, 262) === 'ustar') return 'TAR'
    const tail = decodeLatin1(bytes, Math.max(0, bytes.length - ZIP_TAIL))
    if (endsAsZip(tail)) return 'ZIP al final'
    const last = tail.lastIndexOf('%%EOF')
    const after = last < 0 ? undefined : formatOf(tail.slice(last + '%%EOF'.length).trimStart())
    return after === undefined ? undefined : `${after} después de %%EOF`
  },
}
