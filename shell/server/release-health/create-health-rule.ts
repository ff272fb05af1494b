import type { FastifyBaseLogger } from 'fastify'
import type { SiteEvent } from 'shared/contract/load-events'
import { namedReleases } from '../registry/activate-release.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import type { StoredRegistry } from '../registry/stored-registry.ts'
import { updateRegistry } from '../registry/update-registry.ts'
import { applyRule, type ReleaseJudgement } from './apply-rule.ts'
import { mergeHealth, type ReleaseHealth, readHealth, writeHealth } from './health-file.ts'
import { addCounts, addressGroup, fadeTally, type LoadCounts } from './tally.ts'
import type { HealthThresholds } from './verdict.ts'

/** Several processes write the same file. */
const SETTLE_MS = 2000
/** In multiples of the rule's sample. */
const MEMORY = 10

interface JudgeOptions extends ReleaseStore {
  readonly rule: HealthThresholds
  readonly settleMs?: number
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

export interface ReleaseHealthRule {
  /** Ignores releases that the registry does not name. */
  note(events: readonly SiteEvent[], address: string, registry: StoredRegistry): void
  settle(): Promise<void>
}

const countsOf = (event: SiteEvent): Partial<LoadCounts> => {
  if ('outcome' in event) return { loads: event.outcome === 'failed' ? 0 : 1 }
  if ('mountMs' in event) return { mounts: 1 }
  if (event.kind === 'load') return { loads: 1, errors: 1, crashes: 1 }
  const isUnusable = event.kind === 'render' || event.kind === 'blank'
  return { errors: event.first ? 1 : 0, crashes: isUnusable ? 1 : 0 }
}

const onlyNamed = (health: ReleaseHealth, registry: StoredRegistry, most: number): ReleaseHealth => {
  const named = new Set(namedReleases(registry))
  return Object.fromEntries(
    Object.entries(health).flatMap(([key, tally]) => (named.has(key) ? [[key, fadeTally(tally, most)]] : [])),
  )
}

export const createReleaseHealthRule = (options: JudgeOptions): ReleaseHealthRule => {
  const { dataDir, rule, settleMs = SETTLE_MS, log } = options
  let noted: ReleaseHealth = {}
  let timer: NodeJS.Timeout | undefined
  let settling: Promise<void> = Promise.resolve()

  const settleNow = async (): Promise<void> => {
    const added = noted
    noted = {}
    if (Object.keys(added).length === 0) return
    const now = new Date()
    let judgements: readonly ReleaseJudgement[] = []
    let isCounted = false
    const countAgain = (error: unknown): never => {
      if (!isCounted) noted = mergeHealth(noted, added)
      throw error
    }
    await updateRegistry(options, now, async (before) => {
      const health = mergeHealth(await readHealth(dataDir), added)
      const onError = (err: unknown) => log.error({ err }, 'a verdict was not carried out')
      const judged = await applyRule(before, { ...options, health, now }, onError)
      judgements = judged.judgements
      await writeHealth(dataDir, onlyNamed(health, judged.registry, rule.minLoads * MEMORY))
      isCounted = true
      return judged.registry
    }).catch(countAgain)
    for (const judgement of judgements) log.warn(judgement, 'release judged by its errors')
  }

  const settle = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    settling = settling.then(settleNow).catch((err: unknown) => log.error({ err }, 'reports were not counted'))
    return settling
  }

  return {
    note(events, address, registry) {
      const group = addressGroup(address)
      const named = new Set(namedReleases(registry))
      for (const event of events) {
        const key = `${event.remote}/${event.release}`
        if (named.has(key)) noted = { ...noted, [key]: addCounts(noted[key] ?? {}, group, countsOf(event)) }
      }
      timer ??= setTimeout(() => void settle(), settleMs).unref()
    },
    settle,
  }
}
