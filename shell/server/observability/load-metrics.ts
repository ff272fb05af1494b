import { Counter, Gauge, Histogram, Registry as Metrics } from 'prom-client'
import { isBuiltIn, isRemoteName } from 'shared/contract'
import type { ErrorEvent, LoadEvent, MountEvent, SiteEvent } from 'shared/contract/load-events'
import { type ClientGuard, clientFaultsMetric } from 'shared/server'
import type { BrokenReleases } from '../registry/activate-release.ts'
import type { StoredRegistry } from '../registry/stored-registry.ts'
import type { CountedEvent } from '../release-health/counted-event.ts'
import type { KnownFingerprints } from '../release-health/fingerprints.ts'
import { createFirstPageMetrics } from './first-page-metrics.ts'

/** Clients must not create labels. */
const OTHER = 'other'
const NONE = 'none'

/** Seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50]

const releaseLabel = (
  { remote, release }: Pick<SiteEvent, 'remote' | 'release'>,
  registry: StoredRegistry | undefined,
): string => {
  if (release === null) return NONE
  const { releases = {}, withdrawn = [] } = registry?.remotes[remote] ?? {}
  const isKnown = Object.hasOwn(releases, release) || withdrawn.some((one) => one.release === release)
  return isKnown ? release : OTHER
}

const createEventCounters = (metrics: Metrics) => {
  const registers = [metrics]
  const loads = new Counter({
    name: 'trazo_remote_loads_total',
    help: 'Loads of a remote in a browser, by release, outcome and the error of the last failed attempt.',
    labelNames: ['remote', 'release', 'outcome', 'error'],
    registers,
  })
  const seconds = new Histogram({
    name: 'trazo_remote_load_seconds',
    help: 'Time from the wish for a remote to its module or its panel.',
    labelNames: ['remote', 'release', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  const mountSeconds = new Histogram({
    name: 'trazo_remote_mount_seconds',
    help: 'Time from the wish for a remote to its first screen in a page.',
    labelNames: ['remote', 'release'],
    buckets: BUCKETS,
    registers,
  })
  const errors = new Counter({
    name: 'trazo_remote_errors_total',
    help: 'Pages in which a release had an error of that kind.',
    labelNames: ['remote', 'release', 'kind'],
    registers,
  })
  const withErrors = new Counter({
    name: 'trazo_remote_loads_with_errors_total',
    help: 'Pages in which a release had an error of any kind.',
    labelNames: ['remote', 'release'],
    registers,
  })
  return {
    load({ remote, outcome, error, ms }: LoadEvent, release: string) {
      loads.inc({ remote, release, outcome, error: error ?? NONE })
      seconds.observe({ remote, release, outcome }, ms / 1000)
    },
    mount({ remote, mountMs }: MountEvent, release: string) {
      mountSeconds.observe({ remote, release }, mountMs / 1000)
    },
    error({ remote, kind }: ErrorEvent, release: string, isFirst: boolean) {
      errors.inc({ remote, release, kind })
      if (isFirst) withErrors.inc({ remote, release })
    },
  }
}

const createReleaseGauges = (metrics: Metrics) => {
  const roles = new Gauge({
    name: 'trazo_remote_release',
    help: '1 for each release that the registry names, by role.',
    labelNames: ['remote', 'release', 'role'],
    registers: [metrics],
  })
  const withdrawals = new Gauge({
    name: 'trazo_remote_withdrawn_timestamp_seconds',
    help: 'When a release was rolled back, or withdrawn for its errors or crashes.',
    labelNames: ['remote', 'release', 'why'],
    registers: [metrics],
  })
  return (registry: StoredRegistry | undefined): void => {
    roles.reset()
    withdrawals.reset()
    for (const [remote, entry] of Object.entries(registry?.remotes ?? {})) {
      if (!entry) continue
      const { active, fallback, canary, withdrawn = [] } = entry
      roles.set({ remote, release: active, role: 'active' }, 1)
      if (fallback !== null) roles.set({ remote, release: fallback, role: 'fallback' }, 1)
      if (canary) roles.set({ remote, release: canary.release, role: 'canary' }, 1)
      for (const { release, why, at } of withdrawn)
        withdrawals.set({ remote, release, why }, new Date(at).getTime() / 1000)
    }
  }
}

const createBrokenGauge = (metrics: Metrics) => {
  const brokenOnes = new Gauge({
    name: 'trazo_remote_live_broken',
    help: '1 for each live release that most loads cannot use. The rule leaves it to people after its first 24 hours.',
    labelNames: ['remote', 'release'],
    registers: [metrics],
  })
  return (registry: StoredRegistry | undefined, broken: BrokenReleases): void => {
    brokenOnes.reset()
    for (const [remote, entry] of Object.entries(registry?.remotes ?? {}))
      if (entry && isRemoteName(remote) && broken(remote, entry.active))
        brokenOnes.set({ remote, release: entry.active }, 1)
  }
}

const createFingerprintGauge = (metrics: Metrics) => {
  const pages = new Gauge({
    name: 'trazo_remote_error_fingerprints',
    help: 'Pages in which a release had an error with these topmost frames; at most 20 for each release.',
    labelNames: ['remote', 'release', 'fingerprint', 'frame'],
    registers: [metrics],
  })
  return (known: KnownFingerprints): void => {
    pages.reset()
    for (const [key, fingerprints] of Object.entries(known)) {
      const [remote = '', release = ''] = key.split('/')
      for (const [fingerprint, { count, frames }] of Object.entries(fingerprints))
        pages.set({ remote, release, fingerprint, frame: frames[0] ?? '' }, count)
    }
  }
}

export interface SiteFindings {
  readonly broken: BrokenReleases
  readonly fingerprints: KnownFingerprints
}

export const createLoadMetrics = (guard?: Pick<ClientGuard, 'faults'>) => {
  const metrics = new Metrics()
  const firstPages = createFirstPageMetrics(metrics)
  if (guard) new Counter({ ...clientFaultsMetric(guard), registers: [metrics] })
  const counters = createEventCounters(metrics)
  const setReleases = createReleaseGauges(metrics)
  const setBroken = createBrokenGauge(metrics)
  const setFingerprints = createFingerprintGauge(metrics)
  return {
    /** @param registry releases that get a label */
    count(events: readonly CountedEvent[], registry: StoredRegistry | undefined): void {
      for (const { event, counts } of events.filter(
        ({ event: { remote } }) => isBuiltIn(remote) || registry?.remotes[remote],
      )) {
        const release = releaseLabel(event, registry)
        if ('outcome' in event) counters.load(event, release)
        else if ('kind' in event) counters.error(event, release, counts.errors === 1)
        else counters.mount(event, release)
      }
    },
    text(registry: StoredRegistry | undefined, { broken, fingerprints }: SiteFindings): Promise<string> {
      setReleases(registry)
      setBroken(registry, broken)
      setFingerprints(fingerprints)
      return metrics.metrics()
    },
    contentType: metrics.contentType,
    firstPages,
  }
}
