import { satisfy } from '@module-federation/enhanced/runtime'

export type Fit = 'fits' | 'too-old' | 'too-new'

const numbersOf = (text: string): number[] => [...text.matchAll(/\d+/g)].slice(0, 3).map(Number)

/**
 * Uses the federation runtime's comparison.
 * @param range from `compatibleWith`: `^19.3.0`
 */
export const fitOf = (version: string, range: string): Fit => {
  if (satisfy(version, range)) return 'fits'
  const [have, need] = [numbersOf(version), numbersOf(range)]
  const first = need.findIndex((number, index) => number !== have[index])
  return (have[first] ?? 0) < (need[first] ?? 0) ? 'too-old' : 'too-new'
}
