import type { RemoteName } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'
import type { LoaderStep } from './run-loader.ts'

type Finished = Extract<LoaderStep['state'], { kind: 'ready' | 'failed' }>

const outcomeOf = (state: Finished): LoadEvent['outcome'] => {
  if (state.kind === 'failed') return 'failed'
  if (state.failures.length === 0) return 'loaded'
  return state.failures.some(({ release }) => release && release !== state.release) ? 'fell-back' : 'retried'
}

/** @param now milliseconds of a monotonic clock */
export const watchLoads = (now: () => number, notify: (event: LoadEvent) => void) => {
  const since = new Map<RemoteName, number>()
  return ({ name, event, state }: LoaderStep): void => {
    if (event.type === 'asked') since.set(name, now())
    if (state.kind !== 'ready' && state.kind !== 'failed') return
    const last = state.failures.at(-1)
    notify({
      remote: name,
      release: (state.kind === 'ready' ? state.release : last?.release) ?? null,
      outcome: outcomeOf(state),
      ms: Math.round(now() - (since.get(name) ?? now())),
      error: last?.reason ?? null,
    })
  }
}

/** By then the page has finished loading. */
export const SEND_AFTER_MS = 5000

export interface Sender {
  send(body: Blob): void
  after(ms: number, run: () => void): void
  onLeave(run: () => void): void
}

/** Batches events; flushes when the user leaves. */
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

export const pageSender: Sender = {
  send: (body) => void navigator.sendBeacon('/mf-events', body),
  after: (ms, run) => void setTimeout(run, ms),
  onLeave: (run) => document.addEventListener('visibilitychange', run),
}
