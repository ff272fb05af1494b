import { type Counts, sum, type Tally } from './tally.ts'

export interface Rule {
  /** Errors per load of a canary, compared to the live release. */
  readonly factor: number
  /** Of the canary, before a verdict. */
  readonly minLoads: number
  /** A verdict also holds without their reports. */
  readonly distrustedGroups: number
}

const rateOf = ({ loads, errors }: Counts): number => (loads === 0 ? 0 : errors / loads)

/**
 * Most loads failed to render. A tenth of
 * `minLoads` suffices.
 */
export const isCrashing = (tally: Tally, { minLoads, distrustedGroups }: Rule): boolean => {
  const { loads, crashes } = sum(tally, distrustedGroups, 'crashes')
  return loads >= Math.max(1, minLoads / 10) && crashes > loads / 2
}

export type Verdict = 'promote' | 'withdraw' | 'wait'

/**
 * Up to `distrustedGroups` groups of networks can delay a
 * verdict, never cause one. One error in `minLoads` loads
 * counts as noise.
 */
export const judgeCanary = (canary: Tally, live: Tally, rule: Rule): Verdict => {
  const { factor, minLoads, distrustedGroups } = rule
  const allowed = (rate: number): number => factor * Math.max(rate, 1 / minLoads)
  const mildest = sum(canary, distrustedGroups, 'errors')
  if (mildest.loads >= minLoads && rateOf(mildest) > allowed(rateOf(sum(live)))) return 'withdraw'
  const smallest = sum(canary, distrustedGroups, 'loads')
  const limit = allowed(rateOf(sum(live, distrustedGroups, 'errors')))
  const isGood = [sum(canary), smallest].every((counts) => rateOf(counts) <= limit)
  return smallest.loads >= minLoads && isGood ? 'promote' : 'wait'
}
