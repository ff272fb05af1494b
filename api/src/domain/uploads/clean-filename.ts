/** Characters, with the extension. */
export const FILENAME_MAX_LENGTH = 200

const EXTENSION = /\.pdf$/i
const FALLBACK = 'documento'

/**
 * Keeps the last path segment with `.pdf`.
 * Removes control, invisible and bidi characters,
 * which can make `fdp.exe` look like a PDF.
 */
export const cleanFilename = (name: string): string => {
  const base = name
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(EXTENSION, '')
    .trim()
  const characters = [...base].slice(0, FILENAME_MAX_LENGTH)
  return `${characters.join('').trim() || FALLBACK}.pdf`
}
