import type { BrokenReleases } from '../registry/activate-release.ts'
import { type ReleaseHealth, readHealth } from './health-file.ts'
import { readHealthRule } from './rule-file.ts'
import { sumCounts } from './tally.ts'
import { type HealthThresholds, isCrashing, isDark } from './verdict.ts'

export const brokenIn =
  (health: ReleaseHealth, rule: HealthThresholds): BrokenReleases =>
  (remote, release) => {
    const tally = health[`${remote}/${release}`] ?? {}
    return isCrashing(tally, rule) || isDark(tally, rule) ? sumCounts(tally) : undefined
  }

/** By the rule with which the site counted them. */
export const readBroken = async (dataDir: string): Promise<BrokenReleases> =>
  brokenIn(await readHealth(dataDir), await readHealthRule(dataDir))
