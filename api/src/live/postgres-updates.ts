import { FileEventSchema } from 'shared/contract'
import * as v from 'valibot'
import type { LiveUpdates } from './live-updates.ts'

/** What the channel carries is one of these, as JSON. */
const Announcement = v.object({ from: v.number(), owner: v.number(), event: FileEventSchema })

/** The channel (`NOTIFY`) by which processes tell each other what was published. */
export const LIVE_CHANNEL = 'trazo_live'

export interface PostgresUpdates extends LiveUpdates {
  /** What came by the channel. */
  hear(payload: string): void
}

/**
 * Updates for whoever watches through this process, and through the others by way of the database. Here they are heard
 * at once; the others' own copy of it is passed over.
 */
export const createPostgresUpdates = (
  own: LiveUpdates,
  process: () => number,
  announce: (payload: string) => void,
): PostgresUpdates => ({
  ...own,
  publish: (owner, event) => {
    own.publish(owner, event)
    announce(JSON.stringify({ from: process(), owner, event }))
  },
  hear: (payload) => {
    const { from, owner, event } = v.parse(Announcement, JSON.parse(payload))
    if (from !== process()) own.publish(owner, event)
  },
})
