import type { RemoteName } from 'shared/contract'
import type { LoadEvent, SiteEvent } from 'shared/contract/load-events'
import type { LoaderStep } from 'shared/host'

type Finished = Extract<LoaderStep['state'], { kind: 'ready' | 'failed' }>

const outcomeOf = (state: Finished): LoadEvent['outcome'] => {
  if (state.kind === 'failed') return 'failed'
  if (state.failures.length === 0) return 'loaded'
  return state.failures.some(({ release }) => release && release !== state.release) ? 'fell-back' : 'retried'
}

const loadEvent = (remote: RemoteName, state: Finished, ms: number): LoadEvent => {
  const last = state.failures.at(-1)
  const release = state.kind === 'ready' ? state.release : (last?.release ?? null)
  return { remote, release, outcome: outcomeOf(state), ms, error: last?.reason ?? null }
}

/** Without the one that runs. */
const failedReleases = (state: Finished): Set<string> => {
  const failed = new Set(state.failures.flatMap(({ release }) => release ?? []))
  if (state.kind === 'ready') failed.delete(state.release)
  return failed
}

/** Milliseconds after its code is ready. A screen that has not appeared by then counts as blank. */
export const BLANK_AFTER_MS = 10_000
/** Milliseconds. A person who leaves earlier proves nothing. */
const LEFT_TOO_EARLY_MS = 2000

export interface LoadWatching {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly notify: (event: SiteEvent) => void
  readonly after: EventSender['after']
  readonly onLeave: EventSender['onLeave']
}

export const watchLoads = ({ now, notify, after, onLeave }: LoadWatching) => {
  const since = new Map<RemoteName, number>()
  const unmounted = new Map<RemoteName, string>()
  const readyAt = new Map<RemoteName, number>()
  const blanks = new Set<string>()
  const reportBlank = (name: RemoteName) => {
    const release = unmounted.get(name)
    const key = `${name} ${release}`
    if (!release || blanks.has(key)) return
    blanks.add(key)
    notify({ remote: name, release, kind: 'blank', first: true })
  }
  onLeave(() => {
    for (const name of unmounted.keys())
      if (now() - (readyAt.get(name) ?? now()) >= LEFT_TOO_EARLY_MS) reportBlank(name)
  })
  const watchScreen = (name: RemoteName, release: string) => {
    unmounted.set(name, release)
    readyAt.set(name, now())
    after(BLANK_AFTER_MS, () => reportBlank(name))
  }
  const elapsed = (name: RemoteName): number => Math.round(now() - (since.get(name) ?? now()))
  return {
    observe({ name, event, state }: LoaderStep): void {
      if (event.type === 'asked') since.set(name, now())
      if (state.kind !== 'ready' && state.kind !== 'failed') return
      if (state.kind === 'ready') watchScreen(name, state.release)
      notify(loadEvent(name, state, elapsed(name)))
      for (const release of failedReleases(state)) notify({ remote: name, release, kind: 'load', first: true })
    },
    /** Only the first call of a page counts. */
    mounted(name: RemoteName): void {
      const release = unmounted.get(name)
      if (!release) return
      unmounted.delete(name)
      notify({ remote: name, release, mountMs: elapsed(name) })
    },
  }
}

/** By then the page has finished loading. */
export const SEND_AFTER_MS = 5000

export interface EventSender {
  send(body: Blob): void
  /** '' if the page has none: its reports count for nothing. */
  token(): string
  after(ms: number, run: () => void): void
  onLeave(run: () => void): void
}

/** At most `SITE_EVENTS_MAX` of the contract. */
const BATCH = 20

/** Batches events; flushes when the user leaves. */
export const sendLater = ({ send, token, after, onLeave }: EventSender): ((event: SiteEvent) => void) => {
  const waiting: SiteEvent[] = []
  const flush = () => {
    while (waiting.length > 0)
      send(
        new Blob([JSON.stringify({ token: token(), events: waiting.splice(0, BATCH) })], { type: 'application/json' }),
      )
  }
  onLeave(flush)
  return (event) => {
    if (waiting.length === 0) after(SEND_AFTER_MS, flush)
    waiting.push(event)
  }
}

export const pageSender: EventSender = {
  send: (body) => void navigator.sendBeacon('/mf-events', body),
  token: () => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return page?.serverTiming?.find(({ name }) => name === 'report')?.description ?? ''
  },
  after: (ms, run) => void setTimeout(run, ms),
  onLeave: (run) =>
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') run()
    }),
}
