import type { SourceText } from './sources.ts'

/** Neither `PKCS#12` nor `UTS #39`, nor the address of another project's issue. */
const CITATION =
  /\b(?:issue|finding|ticket|pull request|hallazgo)s?\s+(?:no\.?\s*|number\s+|#)?\d+|\(#\d+\)|\b(?:fix(?:es)?|closes?|see) #\d+/i

/**
 * Finds numbers of issues: a reader of a clone cannot follow them, so the reason belongs in their place.
 * @returns `file:line text`
 */
export const findCitations = (sources: readonly SourceText[]): string[] =>
  sources.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (CITATION.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
