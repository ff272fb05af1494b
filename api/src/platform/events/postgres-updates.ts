import { FileEventSchema } from 'shared/contract'
import * as v from 'valibot'
import type { DocumentEvents } from './document-events.ts'

const Announcement = v.object({ from: v.number(), owner: v.number(), event: FileEventSchema })

export const LIVE_CHANNEL = 'trazo_live'

export interface PostgresUpdates extends DocumentEvents {
  receive(payload: string): void
}

/**
 * Connects the updates of several processes.
 * A process ignores its own messages: it has already notified
 * local subscribers.
 */
export const createPostgresUpdates = (
  own: DocumentEvents,
  process: () => number,
  announce: (payload: string) => void,
): PostgresUpdates => ({
  ...own,
  publish: (owner, event) => {
    own.publish(owner, event)
    announce(JSON.stringify({ from: process(), owner, event }))
  },
  receive: (payload) => {
    const { from, owner, event } = v.parse(Announcement, JSON.parse(payload))
    if (from !== process()) own.publish(owner, event)
  },
})
