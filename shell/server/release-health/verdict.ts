import { type LoadCounts, type LoadTally, sumCounts } from './tally.ts'

export interface HealthThresholds {
  /** Errors per load of a canary, compared to the live release. */
  readonly factor: number
  /** Of the canary, before a verdict. */
  readonly minLoads: number
  /** A verdict also holds without their reports. */
  readonly distrustedGroups: number
}

const rateOf = ({ loads, errors }: LoadCounts): number => (loads === 0 ? 0 : errors / loads)

/**
 * Most loads showed no usable screen. A tenth of
 * `minLoads` suffices.
 */
export const isCrashing = (tally: LoadTally, { minLoads, distrustedGroups }: HealthThresholds): boolean => {
  const { loads, crashes } = sumCounts(tally, distrustedGroups, 'crashes')
  return loads >= Math.max(1, minLoads / 10) && crashes > loads / 2
}

export type CanaryVerdict = 'promote' | 'withdraw' | 'wait'

/**
 * Up to `distrustedGroups` groups of networks can delay a
 * verdict, never cause one. One error in `minLoads` loads
 * counts as noise. A canary is promoted only if its screens
 * appeared: silence is no sign of health.
 */
export const decideCanary = (canary: LoadTally, live: LoadTally, rule: HealthThresholds): CanaryVerdict => {
  const { factor, minLoads, distrustedGroups } = rule
  const allowed = (rate: number): number => factor * Math.max(rate, 1 / minLoads)
  const mildest = sumCounts(canary, distrustedGroups, 'errors')
  if (mildest.loads >= minLoads && rateOf(mildest) > allowed(rateOf(sumCounts(live)))) return 'withdraw'
  const smallest = sumCounts(canary, distrustedGroups, 'loads')
  const limit = allowed(rateOf(sumCounts(live, distrustedGroups, 'errors')))
  const isGood = [sumCounts(canary), smallest].every((counts) => rateOf(counts) <= limit)
  const appeared = sumCounts(canary, distrustedGroups, 'mounts')
  const isSeen = appeared.loads > 0 && appeared.mounts >= appeared.loads / 2 && appeared.mounts >= minLoads / 2
  return smallest.loads >= minLoads && isGood && isSeen ? 'promote' : 'wait'
}
