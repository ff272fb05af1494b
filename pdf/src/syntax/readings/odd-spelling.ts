import type { PdfDict } from '../objects.ts'

/** A key with an escape, or a number that is not written as its digits alone. */
export type OddSpelling = 'key' | 'number'

/** By dictionary, which the reader creates once for each object. */
const found = new WeakMap<PdfDict, Map<string, OddSpelling>>()

/** For the parser. An odd key stays odd. */
export function noteOddSpelling(dict: PdfDict, key: string, what: OddSpelling): void {
  const known = found.get(dict)
  if (known === undefined) found.set(dict, new Map([[key, what]]))
  else if (known.get(key) !== 'key') known.set(key, what)
}

/**
 * How the file writes the entry, if that is lost in the parsed
 * value: `2.0`, `+2`, `00002` or `/#46 2`.
 */
export const oddSpellingOf = (dict: PdfDict, key: string): OddSpelling | undefined => found.get(dict)?.get(key)

/** For a dictionary whose strings were decrypted. */
export function copySpelling(from: PdfDict, to: PdfDict): void {
  const known = found.get(from)
  if (known !== undefined) found.set(to, known)
}
