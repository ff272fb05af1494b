import { satisfy } from '@module-federation/enhanced/runtime'

/** How a version lies to a range: what the shell's loader would say, and for a misfit, which side is behind. */
export type Fit = 'fits' | 'too-old' | 'too-new'

const numbersOf = (text: string): number[] => [...text.matchAll(/\d+/g)].slice(0, 3).map(Number)

/**
 * The federation runtime's own comparison, so that a check says what the page will do.
 *
 * @param range one that `compatibleWith` made: `^19.3.0`
 */
export const fitOf = (version: string, range: string): Fit => {
  if (satisfy(version, range)) return 'fits'
  const [have, need] = [numbersOf(version), numbersOf(range)]
  const first = need.findIndex((number, index) => number !== have[index])
  return (have[first] ?? 0) < (need[first] ?? 0) ? 'too-old' : 'too-new'
}
