import { EVENTS_AT_HEADER, type FileEvent } from 'shared/contract'
import { filesApi } from 'shared/http'
import { afterTimeout, type SetTimer } from '../browser-timers.ts'
import {
  asleepConnection,
  type ConnectionEvent,
  type ConnectionState,
  isPolling,
  nextConnection,
  reconnectPause,
} from './connection-state.ts'
import { POLL_MS, SHORTEST_STREAM_MS, SILENCE_MS } from './constants.ts'
import { readEvents } from './read-events.ts'

export interface EventHandlers {
  readonly onEvent: (event: FileEvent) => void
  /**
   * A stream begins. `at` is its place in the events; undefined if the
   * server did not send it.
   */
  readonly onOpened: (at: string | undefined) => void
  /** Events may have been lost: reload the list. */
  readonly onMissed: () => void
}

interface EventTools {
  /** Rejects if the stream is refused or aborted. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly after: SetTimer
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly isVisible: () => boolean
  readonly onVisibility: (run: () => void) => () => void
}

const browserEventTools: EventTools = {
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

const noop = () => undefined

const startStream = (
  tools: EventTools,
  { onEvent, onOpened }: Pick<EventHandlers, 'onEvent' | 'onOpened'>,
  report: (event: ConnectionEvent) => void,
): (() => void) => {
  const abort = new AbortController()
  let cancelSilenceTimer: () => void = noop
  const onData = () => {
    cancelSilenceTimer()
    if (abort.signal.aborted) return
    cancelSilenceTimer = tools.after(SILENCE_MS, () => report('failed'))
  }
  const run = async (): Promise<ConnectionEvent> => {
    try {
      const answer = await tools.open(abort.signal)
      if (abort.signal.aborted) return 'failed'
      onData()
      const openedAt = tools.now()
      report('opened')
      onOpened(answer.headers.get(EVENTS_AT_HEADER) ?? undefined)
      await readEvents(answer, { onEvent: (event) => abort.signal.aborted || onEvent(event), onData })
      return tools.now() - openedAt < SHORTEST_STREAM_MS ? 'failed' : 'ended'
    } catch {
      return 'failed'
    }
  }
  onData()
  void run().then((end) => abort.signal.aborted || report(end))
  return () => {
    cancelSilenceTimer()
    abort.abort()
  }
}

/**
 * By events or by polling. Hidden pages close the stream:
 * HTTP/1.1 allows few connections per site.
 * @returns a stop function
 */
export const followDocuments = (
  { onEvent, onOpened, onMissed }: EventHandlers,
  tools = browserEventTools,
): (() => void) => {
  let connection: ConnectionState = asleepConnection
  let stopStream: () => void = noop
  let stopRetry: () => void = noop
  let stopPolling: () => void = noop

  const poll = () => {
    stopPolling = tools.after(POLL_MS, () => {
      onMissed()
      poll()
    })
  }
  const leave = (previous: ConnectionState): void => {
    if (previous.kind === 'broken') stopRetry()
    if (connection.kind !== 'open') stopStream()
    if (isPolling(previous) && !isPolling(connection)) stopPolling()
  }
  const enter = (previous: ConnectionState): void => {
    if (connection.kind === 'connecting') stopStream = startStream(tools, { onEvent, onOpened }, handle)
    if (connection.kind === 'broken')
      stopRetry = tools.after(reconnectPause(connection.failures, tools.random()), () => handle('retry due'))
    if (isPolling(connection) && !isPolling(previous)) poll()
  }
  const handle = (event: ConnectionEvent): void => {
    const previous = connection
    connection = nextConnection(previous, event)
    if (connection === previous) return
    leave(previous)
    enter(previous)
  }
  const checkVisibility = () => handle(tools.isVisible() ? 'shown' : 'hidden')
  const stopObserving = tools.onVisibility(checkVisibility)
  checkVisibility()
  return () => {
    stopObserving()
    handle('hidden')
  }
}
