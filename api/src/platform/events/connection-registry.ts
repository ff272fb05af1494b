import { STREAMS_PER_ACCOUNT } from './constants.ts'
import type { EventStream } from './event-stream.ts'

export interface ConnectionRegistry {
  /** Ends the account's oldest stream beyond the limit. */
  enter(userId: number, stream: EventStream): void
  leave(userId: number, stream: EventStream): void
  close(): void
}

export const createConnectionRegistry = (): ConnectionRegistry => {
  const rooms = new Map<number, EventStream[]>()
  let closed = false
  return {
    enter: (userId, stream) => {
      if (closed) return stream.end()
      const streams = [...(rooms.get(userId) ?? []), stream]
      rooms.set(userId, streams.slice(-STREAMS_PER_ACCOUNT))
      for (const oldest of streams.slice(0, -STREAMS_PER_ACCOUNT)) oldest.end()
    },
    leave: (userId, stream) => {
      const streams = (rooms.get(userId) ?? []).filter((other) => other !== stream)
      if (streams.length === 0) rooms.delete(userId)
      else rooms.set(userId, streams)
    },
    close: () => {
      closed = true
      for (const stream of [...rooms.values()].flat()) stream.end()
    },
  }
}
