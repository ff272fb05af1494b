/** Where WinAnsiEncoding differs from Latin-1 (ISO 32000-1, annex D.2). */
const UPPER_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const codes = new Map<string, number>()
for (let code = 0x20; code <= 0x7e; code++) codes.set(String.fromCharCode(code), code)
for (let code = 0xa0; code <= 0xff; code++) codes.set(String.fromCharCode(code), code)
;[...UPPER_CONTROLS].forEach((character, index) => {
  if (character.charCodeAt(0) > 0xff) codes.set(character, 0x80 + index)
})
// Skips 0x80–0x9f codes that stay controls in Unicode.

/** Undefined if a character is not encodable. */
export function encodeWinAnsi(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (const character of text.normalize('NFC')) {
    const code = codes.get(character)
    if (code === undefined) return undefined
    bytes.push(code)
  }
  return Uint8Array.from(bytes)
}

/**
 * Helvetica widths in thousandths of the font
 * size, from code 0x20 (Adobe font metrics).
 */
// biome-ignore format: a table of sixteen codes per line
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
  556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 0,
  556, 0, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0,
  0, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 0, 500, 667,
  278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
  400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
  667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
  722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
  556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
]

/** At font size 1. */
export const helveticaWidth = (encoded: Uint8Array): number =>
  encoded.reduce((sum, code) => sum + (widths[code - 0x20] ?? 0), 0) / 1000
