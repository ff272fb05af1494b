import { Readable } from 'node:stream'
import type { FileEvent } from 'shared/contract'
import type { Clock, RepeatWork } from '../clock.ts'
import { HEARTBEAT_MS, STREAM_LIFE, UNREAD_MAX } from './constants.ts'

/** https://html.spec.whatwg.org/#server-sent-events */
export interface EventStream {
  readonly body: Readable
  send(event: FileEvent): void
  /** Destroys the stream if the client does not read. */
  end(): void
}

export interface EventStreamOptions {
  readonly clock: Clock
  readonly every: RepeatWork
  /** Re-checks access before each send. */
  readonly isAllowed: () => Promise<boolean>
  /** Bytes outside the body's buffer, not yet on the network. */
  readonly unsent: () => number
  readonly onClose: () => void
}

/** SSE comments. */
const OPENING = ': conectado\n\n'
const BEAT = ':\n\n'

const lineOf = (event: FileEvent): string => `data: ${JSON.stringify(event)}\n\n`

/**
 * Sends a line at once, because proxies may hold headers until
 * data arrives. Discards pending events at the end: a reconnecting
 * client reloads its data.
 */
export const openEventStream = ({ clock, every, isAllowed, unsent, onClose }: EventStreamOptions): EventStream => {
  const endsAt = clock() + STREAM_LIFE
  let waiting = ''
  let state: 'open' | 'checking' | 'over' = 'open'

  const body = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      state = 'over'
      stopBeating()
      onClose()
      done(error)
    },
  })
  const end = (): void => {
    if (state === 'over') return
    state = 'over'
    if (unsent() > 0) body.destroy()
    else body.push(null)
  }
  /** Batches events that arrive during the access check. */
  const flush = async (): Promise<void> => {
    state = 'checking'
    const goesOn = (await isAllowed()) && clock() < endsAt
    if (state !== 'checking') return
    state = 'open'
    if (!goesOn) return end()
    body.push(waiting)
    waiting = ''
  }
  const write = (text: string): void => {
    if (state === 'over') return
    waiting += text
    if (waiting.length + body.readableLength + unsent() > UNREAD_MAX) body.destroy()
    else if (state === 'open') flush().catch((error: Error) => body.destroy(error))
  }

  const stopBeating = every(HEARTBEAT_MS, () => write(BEAT))
  body.push(OPENING)
  return { body, send: (event) => write(lineOf(event)), end }
}
