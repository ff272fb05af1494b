import type { RemoteName } from 'shared/contract'
import { activateRelease, remotesOfSite, withdrawRelease } from '../registry/activate-release.ts'
import { takeKept } from '../registry/kept-releases.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import type { StoredRegistry } from '../registry/stored-registry.ts'
import { brokenIn } from './broken-releases.ts'
import type { ReleaseHealth } from './health-file.ts'
import { decideCanary, type HealthThresholds, isCrashing, isDark, isOnTrial } from './verdict.ts'

export interface ReleaseJudgement {
  readonly remote: RemoteName
  readonly release: string
  /** `broken`: most loads of the live release fail, and it stays. People decide. */
  readonly what: 'promoted' | 'withdrawn' | 'broken'
}

interface Judged {
  readonly registry: StoredRegistry
  readonly judgements: readonly ReleaseJudgement[]
}

interface Case extends ReleaseStore {
  readonly health: ReleaseHealth
  readonly rule: HealthThresholds
  readonly now: Date
}

const judgeLive = async (registry: StoredRegistry, remote: RemoteName, input: Case): Promise<Judged> => {
  const { health, rule, now } = input
  const entry = registry.remotes[remote]
  if (!entry) return { registry, judgements: [] }
  const { active: release, fallback, liveSince } = entry
  const tally = health[`${remote}/${release}`] ?? {}
  const broken = brokenIn(health, rule)
  if (!broken(remote, release)) return { registry, judgements: [] }
  const stays: Judged = { registry, judgements: [{ remote, release, what: 'broken' }] }
  if (!isDark(tally, rule) && !isOnTrial(liveSince, now)) return stays
  // Another broken release is no help.
  if (!fallback || broken(remote, fallback)) return stays
  await takeKept(input, registry, { name: remote, id: fallback })
  return {
    registry: withdrawRelease(registry, remote, { release, at: now.toISOString(), why: 'crashes' }),
    judgements: [{ remote, release, what: 'withdrawn' }],
  }
}

const judgeCanaryOf = async (registry: StoredRegistry, remote: RemoteName, input: Case): Promise<Judged> => {
  const { health, rule, now } = input
  const entry = registry.remotes[remote]
  if (!entry?.canary) return { registry, judgements: [] }
  const { release } = entry.canary
  const tally = health[`${remote}/${release}`] ?? {}
  const why = isCrashing(tally, rule) ? 'crashes' : 'errors'
  const verdict = why === 'crashes' ? 'withdraw' : decideCanary(tally, health[`${remote}/${entry.active}`] ?? {}, rule)
  if (verdict === 'wait') return { registry, judgements: [] }
  if (verdict === 'withdraw')
    return {
      registry: withdrawRelease(registry, remote, { release, at: now.toISOString(), why }),
      judgements: [{ remote, release, what: 'withdrawn' }],
    }
  const activation = await takeKept(input, registry, { name: remote, id: release })
  return {
    registry: activateRelease(registry, activation, brokenIn(health, rule)),
    judgements: [{ remote, release, what: 'promoted' }],
  }
}

/**
 * Needs the registry's lock. A release that takes another's
 * place is checked first.
 * @param onError gets the ReleaseError of a damaged one;
 *   the remote's entry stays
 */
export const applyRule = async (
  before: StoredRegistry,
  input: Case,
  onError: (error: unknown) => void,
): Promise<Judged> => {
  let registry = before
  const judgements: ReleaseJudgement[] = []
  for (const remote of remotesOfSite(...Object.keys(before.remotes)))
    for (const judge of [judgeCanaryOf, judgeLive])
      try {
        const judged = await judge(registry, remote, input)
        registry = judged.registry
        judgements.push(...judged.judgements)
      } catch (error) {
        onError(error)
      }
  return { registry, judgements }
}
