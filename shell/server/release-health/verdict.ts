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

/**
 * No screen has appeared anywhere since enough loads failed, and they
 * failed in every group of networks in which it ever appeared. So forgers
 * who are not in all of these networks cannot claim it of a release that
 * others can load.
 */
export const isDark = (tally: LoadTally, { minLoads, distrustedGroups }: HealthThresholds): boolean => {
  const { dark } = sumCounts(tally, distrustedGroups, 'dark')
  const isGoneWhereItWas = Object.values(tally).every((counts) => counts.mounts === 0 || counts.dark > 0)
  return dark >= Math.max(1, minLoads / 10) && isGoneWhereItWas
}

/** Milliseconds in which a live release is on trial: crashes on most loads suffice. */
const FIRST_MS = 24 * 60 * 60 * 1000

/** @param liveSince ISO 8601; unknown in files of older sites, and then it is long ago */
export const isOnTrial = (liveSince: string | undefined, now: Date): boolean =>
  liveSince !== undefined && now.getTime() - new Date(liveSince).getTime() < FIRST_MS

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
