import type { FileEvent } from 'shared/contract'
import { filesApi } from 'shared/http'
import { type After, afterTimeout } from '../browser-timers.ts'
import { POLL_MS, SHORTEST_STREAM_MS, SILENCE_MS } from './constants.ts'
import {
  asleep,
  type Connection,
  type ConnectionEvent,
  isPolling,
  nextConnection,
  retryPause,
} from './live-connection.ts'
import { readEvents } from './read-events.ts'

export interface LiveHandlers {
  readonly onEvent: (event: FileEvent) => void
  /** Events may have been lost: reload the list. */
  readonly onMissed: () => void
}

/** Injected dependencies. */
export interface LiveTools {
  /** Rejects if the stream is refused or aborted. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly after: After
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly isVisible: () => boolean
  /**
   * Calls `run` on each visibility change;
   * returns an unsubscribe function.
   */
  readonly onVisibility: (run: () => void) => () => void
}

export const browserLiveTools: LiveTools = {
  open: filesApi.events,
  after: afterTimeout,
  now: () => performance.now(),
  random: () => Math.random(),
  isVisible: () => document.visibilityState === 'visible',
  onVisibility: (run) => {
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  },
}

const nothing = () => undefined

/** Runs one stream; returns a stop function. */
const startStream = (
  tools: LiveTools,
  onEvent: LiveHandlers['onEvent'],
  report: (event: ConnectionEvent) => void,
): (() => void) => {
  const stop = new AbortController()
  let stopListening: () => void = nothing
  const onLife = () => {
    stopListening()
    if (stop.signal.aborted) return
    stopListening = tools.after(SILENCE_MS, () => report('failed'))
  }
  const run = async (): Promise<ConnectionEvent> => {
    try {
      const answer = await tools.open(stop.signal)
      if (stop.signal.aborted) return 'failed'
      onLife()
      const openedAt = tools.now()
      report('opened')
      await readEvents(answer, { onEvent: (event) => stop.signal.aborted || onEvent(event), onLife })
      return tools.now() - openedAt < SHORTEST_STREAM_MS ? 'failed' : 'ended'
    } catch {
      return 'failed'
    }
  }
  onLife()
  void run().then((end) => stop.signal.aborted || report(end))
  return () => {
    stopListening()
    stop.abort()
  }
}

/**
 * Follows changes while the page is visible: by
 * events, or by polling every 15 s. After each
 * opening the list reloads, because earlier changes
 * sent no event. Hidden pages close the stream,
 * because HTTP/1.1 allows few connections per site.
 *
 * @returns a stop function
 */
export const followDocuments = ({ onEvent, onMissed }: LiveHandlers, tools = browserLiveTools): (() => void) => {
  let connection: Connection = asleep
  let stopStream: () => void = nothing
  let stopRetry: () => void = nothing
  let stopPolling: () => void = nothing

  const poll = () => {
    stopPolling = tools.after(POLL_MS, () => {
      onMissed()
      poll()
    })
  }
  const go = (event: ConnectionEvent): void => {
    const before = connection
    connection = nextConnection(before, event)
    if (connection === before) return
    if (before.kind === 'broken') stopRetry()
    if (connection.kind !== 'live') stopStream()
    if (connection.kind === 'connecting') stopStream = startStream(tools, onEvent, go)
    if (connection.kind === 'broken')
      stopRetry = tools.after(retryPause(connection.failures, tools.random()), () => go('retry due'))
    if (isPolling(before) && !isPolling(connection)) stopPolling()
    if (isPolling(connection) && !isPolling(before)) poll()
    if (connection.kind === 'live') onMissed()
  }
  const look = () => go(tools.isVisible() ? 'shown' : 'hidden')
  const stopLooking = tools.onVisibility(look)
  look()
  return () => {
    stopLooking()
    go('hidden')
  }
}
