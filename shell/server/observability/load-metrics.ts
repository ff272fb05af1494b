import { Counter, Histogram, Registry as Metrics } from 'prom-client'
import { isBuiltIn, type Registry } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'

/** Clients must not create labels. */
const OTHER = 'other'
const NONE = 'none'

/** Seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50]

interface LoadMetrics {
  /** @param registry releases that get a label */
  count(events: readonly LoadEvent[], registry: Registry | undefined): void
  text(): Promise<string>
  readonly contentType: string
}

export const createLoadMetrics = (): LoadMetrics => {
  const metrics = new Metrics()
  const loads = new Counter({
    name: 'trazo_remote_loads_total',
    help: 'Loads of a remote in a browser, by release, outcome and the error of the last failed attempt.',
    labelNames: ['remote', 'release', 'outcome', 'error'],
    registers: [metrics],
  })
  const seconds = new Histogram({
    name: 'trazo_remote_load_seconds',
    help: 'Time from the wish for a remote to its screen or its panel.',
    labelNames: ['remote', 'release', 'outcome'],
    buckets: BUCKETS,
    registers: [metrics],
  })
  const releaseLabel = ({ remote, release }: LoadEvent, registry: Registry | undefined): string => {
    if (release === null) return NONE
    const known = registry?.remotes[remote]?.releases ?? {}
    return Object.hasOwn(known, release) ? release : OTHER
  }
  const remoteLabel = ({ remote }: LoadEvent, registry: Registry | undefined): string =>
    isBuiltIn(remote) || Object.hasOwn(registry?.remotes ?? {}, remote) ? remote : OTHER
  return {
    count(events, registry) {
      for (const event of events) {
        const { outcome } = event
        const remote = remoteLabel(event, registry)
        const release = releaseLabel(event, registry)
        loads.inc({ remote, release, outcome, error: event.error ?? NONE })
        seconds.observe({ remote, release, outcome }, event.ms / 1000)
      }
    },
    text: () => metrics.metrics(),
    contentType: metrics.contentType,
  }
}
