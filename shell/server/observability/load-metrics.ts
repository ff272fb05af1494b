import { Counter, Histogram, Registry as Metrics } from 'prom-client'
import type { Registry } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'

/** Stands for every release that the registry does not list: whoever sends events must not make up labels. */
const OTHER = 'other'
const NONE = 'none'

/** Seconds: from a remote that was in the browser's cache to one that took every attempt. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50]

export interface LoadMetrics {
  /** @param registry which releases have a name of their own in the counts; undefined for none */
  count(events: readonly LoadEvent[], registry: Registry | undefined): void
  /** In the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

/** What `/metrics` says of the remotes: how often each release was loaded, how that ended, and how long it took. */
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
  return {
    count(events, registry) {
      for (const event of events) {
        const { remote, outcome } = event
        const release = releaseLabel(event, registry)
        loads.inc({ remote, release, outcome, error: event.error ?? NONE })
        seconds.observe({ remote, release, outcome }, event.ms / 1000)
      }
    },
    text: () => metrics.metrics(),
    contentType: metrics.contentType,
  }
}
