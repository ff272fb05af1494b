import type { FastifyBaseLogger } from 'fastify'
import { namedReleases } from '../registry/activate-release.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import type { StoredRegistry } from '../registry/stored-registry.ts'
import { updateRegistry } from '../registry/update-registry.ts'
import { applyRule, type ReleaseJudgement } from './apply-rule.ts'
import type { CountedEvent } from './counted-event.ts'
import { addFingerprints, fingerprintsOf, type KnownFingerprints, mergeFingerprints } from './fingerprints.ts'
import { mergeHealth, type ReleaseHealth, readHealth, writeHealth } from './health-file.ts'
import { writeHealthRule } from './rule-file.ts'
import { addCounts, addressGroup, fadeTally } from './tally.ts'
import type { HealthThresholds } from './verdict.ts'

/** Several processes write the same file. */
const SETTLE_MS = 2000
/** In multiples of the rule's sample. */
const MEMORY = 10

interface JudgeOptions extends ReleaseStore {
  readonly rule: HealthThresholds
  readonly settleMs?: number
  readonly clock?: () => Date
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

export interface ReleaseHealthRule {
  /** Ignores releases that the registry does not name. */
  note(events: readonly CountedEvent[], address: string, registry: StoredRegistry): void
  settle(): Promise<void>
}

const onlyNamed = (health: ReleaseHealth, registry: StoredRegistry, most: number): ReleaseHealth => {
  const named = new Set(namedReleases(registry))
  return Object.fromEntries(
    Object.entries(health).flatMap(([key, tally]) => (named.has(key) ? [[key, fadeTally(tally, most)]] : [])),
  )
}

/** Since the last settlement. */
interface NotedReports {
  readonly health: ReleaseHealth
  readonly frames: KnownFingerprints
}

const NOTHING: NotedReports = { health: {}, frames: {} }

const mergeNoted = (a: NotedReports, b: NotedReports): NotedReports => ({
  health: mergeHealth(a.health, b.health),
  frames: mergeFingerprints(a.frames, b.frames),
})

const healthOf = (events: readonly CountedEvent[], group: string, registry: StoredRegistry): ReleaseHealth => {
  const named = new Set(namedReleases(registry))
  const sum: ReleaseHealth = {}
  for (const { event, counts } of events) {
    const key = `${event.remote}/${event.release}`
    if (named.has(key)) sum[key] = addCounts(sum[key] ?? {}, group, counts)
  }
  return sum
}

const systemClock = (): Date => new Date()

/** Logs a release that stays broken once. */
const createTeller = (log: JudgeOptions['log']): ((judgements: readonly ReleaseJudgement[]) => void) => {
  let known = new Set<string>()
  return (judgements) => {
    const broken = judgements.filter(({ what }) => what === 'broken')
    for (const judgement of judgements.filter(({ what }) => what !== 'broken'))
      log.warn(judgement, 'release judged by its errors')
    for (const judgement of broken.filter(({ remote, release }) => !known.has(`${remote}/${release}`)))
      log.error(judgement, 'most loads of a live release fail: a person must decide')
    known = new Set(broken.map(({ remote, release }) => `${remote}/${release}`))
  }
}

export const createReleaseHealthRule = (options: JudgeOptions): ReleaseHealthRule => {
  const { dataDir, rule, settleMs = SETTLE_MS, clock = systemClock, log } = options
  const tell = createTeller(log)
  let noted = NOTHING
  let timer: NodeJS.Timeout | undefined
  let settling: Promise<void> = Promise.resolve()

  const settleNow = async (): Promise<void> => {
    const added = noted
    noted = NOTHING
    if (Object.keys(added.health).length === 0) return
    const now = clock()
    let judgements: readonly ReleaseJudgement[] = []
    let isCounted = false
    const countAgain = (error: unknown): never => {
      if (!isCounted) noted = mergeNoted(noted, added)
      throw error
    }
    await updateRegistry(options, now, async (before) => {
      const health = mergeHealth(await readHealth(dataDir), added.health)
      const onError = (err: unknown) => log.error({ err }, 'a verdict was not carried out')
      const judged = await applyRule(before, { ...options, health, now }, onError)
      judgements = judged.judgements
      await writeHealth(dataDir, onlyNamed(health, judged.registry, rule.minLoads * MEMORY))
      await writeHealthRule(dataDir, rule)
      isCounted = true
      await addFingerprints(dataDir, added.frames, judged.registry)
      return judged.registry
    }).catch(countAgain)
    tell(judgements)
  }

  const settle = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    settling = settling.then(settleNow).catch((err: unknown) => log.error({ err }, 'reports were not counted'))
    return settling
  }

  return {
    note(events, address, registry) {
      const health = healthOf(events, addressGroup(address), registry)
      noted = mergeNoted(noted, { health, frames: fingerprintsOf(dataDir, events, registry) })
      timer ??= setTimeout(() => void settle(), settleMs).unref()
    },
    settle,
  }
}
