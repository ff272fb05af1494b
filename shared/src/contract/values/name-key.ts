/** Only Latin, Greek and Cyrillic accents: in other scripts a mark may be a vowel. */
const ACCENTS = /[\u0300-\u036f]/g

/** Two spellings of one name have the same key: case, accents and spaces do not count. */
export const nameKey = (name: string): string =>
  name.normalize('NFD').replace(ACCENTS, '').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
