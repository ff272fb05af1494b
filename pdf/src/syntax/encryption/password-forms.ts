import { encodePdfDoc } from '../text-string.ts'

/** Of ISO 32000-2, 7.6.4.3.3; longer passwords end there. */
const LONGEST_PASSWORD = 127

/** RFC 3454, tables C.1.2 and B.1: they become a space, or nothing. */
const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g
const MAPPED_TO_NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g

/** SASLprep (RFC 4013, 2.1 and 2.2). Prohibited characters open no file, so none is refused here. */
const prepareText = (text: string): string =>
  text.replace(OTHER_SPACES, ' ').replace(MAPPED_TO_NOTHING, '').normalize('NFKC')

/**
 * Lists the bytes that programs make of a typed password, the standard's first: many encode it as it is given, and a
 * keyboard may compose accents or not.
 *
 * @param revision of the security handler: PDFDocEncoding up to 4, UTF-8 from 5 on
 * @returns at most 8 of at most 127 bytes
 */
export function passwordForms(text: string, revision: number): readonly Uint8Array[] {
  const spellings = new Set([
    ...(revision >= 5 ? [prepareText(text)] : []),
    text,
    text.normalize('NFC'),
    text.normalize('NFD'),
  ])
  const encoded = [...spellings].flatMap((spelling) => {
    const utf8 = new TextEncoder().encode(spelling)
    return revision >= 5 ? [utf8] : [encodePdfDoc(spelling) ?? utf8, utf8]
  })
  const distinct = new Map(encoded.map((bytes) => [bytes.join(), bytes.subarray(0, LONGEST_PASSWORD)]))
  return [...distinct.values()]
}
