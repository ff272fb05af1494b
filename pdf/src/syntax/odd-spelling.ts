import type { PdfDict } from './objects.ts'

/** By dictionary, which the reader creates once for each object. */
const found = new WeakMap<PdfDict, Set<string>>()

/** For the parser: a key with an escape, or a number that is not written as its digits alone. */
export function noteOddSpelling(dict: PdfDict, key: string): void {
  const known = found.get(dict)
  if (known === undefined) found.set(dict, new Set([key]))
  else known.add(key)
}

/**
 * True if the file writes the entry in a way that is lost in
 * the parsed value: `2.0`, `+2`, `00002` or `/#46 2`.
 */
export const isOddlySpelled = (dict: PdfDict, key: string): boolean => found.get(dict)?.has(key) === true
