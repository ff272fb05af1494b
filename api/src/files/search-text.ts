/** Text as search compares it: lower case, without accents, words apart by one space. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/gu, ' ')
    .trim()

/** Everything by which a document is found, folded; the parts cannot run into each other. */
export const searchTextOf = (parts: readonly string[]): string => parts.map(foldText).join('\n')
