/**
 * @param fits whether a line is short enough
 * @param breakWord parts of a word that does not fit a line;
 * without it such a word stays whole
 */
export const wrapWords = (
  words: readonly string[],
  fits: (line: string) => boolean,
  breakWord: (word: string) => readonly string[] = (word) => [word],
): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const parts = breakWord(word)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
  }
  return [...lines, line]
}
