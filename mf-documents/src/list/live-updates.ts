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
  /** Things may have happened that nobody told: whatever is on show is to be asked for again. */
  readonly onMissed: () => void
}

/** What live updates take from the outside world. */
export interface LiveTools {
  /** Opens the stream; rejects when it is refused, or when the signal was aborted. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly after: After
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly isVisible: () => boolean
  /** Runs something whenever the page comes into view or leaves it, until the answered function is called. */
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

/** One stream from its opening to its end; `report` is called until the answered function is. */
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
 * Follows what happens to the session's documents for as long as the page is looked at: by events where they come, by
 * a look at the list every 15 s where they do not. After every opening, the first one too, the list is asked for once:
 * what happened between its answer and the stream nobody has told. A page in the background follows nothing, because
 * browsers allow a site few connections at a time over HTTP/1.1.
 *
 * @returns stops it all
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
