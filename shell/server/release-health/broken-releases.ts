import type { BrokenReleases } from '../registry/activate-release.ts'
import { type ReleaseHealth, readHealth } from './health-file.ts'
import { sumCounts } from './tally.ts'
import { type HealthThresholds, isCrashing } from './verdict.ts'

/** As in `environment.ts`: a command that switches releases need not know the site's settings. */
const USUAL_RULE: HealthThresholds = { factor: 1.5, minLoads: 200, distrustedGroups: 3 }

export const brokenIn =
  (health: ReleaseHealth, rule: HealthThresholds = USUAL_RULE): BrokenReleases =>
  (remote, release) => {
    const tally = health[`${remote}/${release}`] ?? {}
    return isCrashing(tally, rule) ? sumCounts(tally) : undefined
  }

export const readBroken = async (dataDir: string): Promise<BrokenReleases> => brokenIn(await readHealth(dataDir))
