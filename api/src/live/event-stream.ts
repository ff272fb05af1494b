import { Readable } from 'node:stream'
import type { FileEvent } from 'shared/contract'
import type { Clock, Every } from '../clock.ts'
import { HEARTBEAT, STREAM_LIFE, UNREAD_MAX } from './constants.ts'

/** Events on their way to one client (`text/event-stream`, https://html.spec.whatwg.org/#server-sent-events). */
export interface EventStream {
  readonly body: Readable
  send(event: FileEvent): void
  /** Says good-bye to a client that reads, and hangs up on one that does not. */
  end(): void
}

export interface EventStreamOptions {
  readonly clock: Clock
  readonly every: Every
  /** Whether this client may still hear of anything. Asked each time before something is sent. */
  readonly isAllowed: () => Promise<boolean>
  /** Bytes that have left the body and that the network has not taken yet. */
  readonly unsent: () => number
  /** Called once, however it ends. */
  readonly onClose: () => void
}

/** Comments, which clients pass over. */
const OPENING = ': conectado\n\n'
const BEAT = ':\n\n'

const lineOf = (event: FileEvent): string => `data: ${JSON.stringify(event)}\n\n`

/**
 * Opens a stream. Its first line goes out at once, so that every proxy on the way passes the headers on. It ends when
 * its time is over or its client is not allowed any more, and breaks off when its client does not read. Whoever comes
 * back asks for everything anew, so what is waiting at the end need not be sent.
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
  /** What comes while it is being asked whether it may go out goes out together. */
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

  const stopBeating = every(HEARTBEAT, () => write(BEAT))
  body.push(OPENING)
  return { body, send: (event) => write(lineOf(event)), end }
}
