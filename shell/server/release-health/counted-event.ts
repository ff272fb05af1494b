import type { SiteEvent } from 'shared/contract/load-events'
import type { LoadCounts } from './tally.ts'

/** An event that counts, and what it adds to the figures of its release. */
export interface CountedEvent {
  readonly event: SiteEvent
  readonly counts: Partial<LoadCounts>
}
