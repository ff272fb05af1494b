import type { RemoteName } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'
import type { LoaderStep } from './run-loader.ts'

type Finished = Extract<LoaderStep['state'], { kind: 'ready' | 'failed' }>

const outcomeOf = (state: Finished): LoadEvent['outcome'] => {
  if (state.kind === 'failed') return 'failed'
  if (state.failures.length === 0) return 'loaded'
  return state.failures.some(({ release }) => release && release !== state.release) ? 'fell-back' : 'retried'
}

/**
 * Tells of each load once it is over.
 *
 * @param now milliseconds of any clock that only rises
 */
export const watchLoads = (now: () => number, tell: (event: LoadEvent) => void) => {
  const since = new Map<RemoteName, number>()
  return ({ name, event, state }: LoaderStep): void => {
    if (event.type === 'asked') since.set(name, now())
    if (state.kind !== 'ready' && state.kind !== 'failed') return
    const last = state.failures.at(-1)
    tell({
      remote: name,
      release: (state.kind === 'ready' ? state.release : last?.release) ?? null,
      outcome: outcomeOf(state),
      ms: Math.round(now() - (since.get(name) ?? now())),
      error: last?.reason ?? null,
    })
  }
}

/** Milliseconds that an event waits for others: by then the page is there, and its own requests are over. */
export const SEND_AFTER_MS = 5000

/** What the sender needs from the page; a parameter for tests. */
export interface Sender {
  send(body: Blob): void
  after(ms: number, run: () => void): void
  /** Calls `run` whenever the page is left, hidden or closed: whatever still waits goes then. */
  onLeave(run: () => void): void
}

/** Sends events a few at a time, and those that wait when the page is left. Nobody is told when one is lost. */
export const sendLater = ({ send, after, onLeave }: Sender): ((event: LoadEvent) => void) => {
  let waiting: LoadEvent[] = []
  const flush = () => {
    if (waiting.length > 0) send(new Blob([JSON.stringify(waiting)], { type: 'application/json' }))
    waiting = []
  }
  onLeave(flush)
  return (event) => {
    if (waiting.length === 0) after(SEND_AFTER_MS, flush)
    waiting.push(event)
  }
}

/** The page's own: to the site server, which counts them (shell/server/observability). */
export const pageSender: Sender = {
  send: (body) => void navigator.sendBeacon('/mf-events', body),
  after: (ms, run) => void setTimeout(run, ms),
  onLeave: (run) => document.addEventListener('visibilitychange', run),
}
