/** Characters of a label. */
export const PDF_WORDS_MAX = 100

/** Words that come from a PDF and are shown to people: control and format characters go. */
export const wordsOfPdf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, PDF_WORDS_MAX)
    .trim()
    .toWellFormed()
