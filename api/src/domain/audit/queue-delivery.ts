import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newToken } from '../../platform/tokens.ts'

/** Dots separate what is signed. */
export const newEventId = (): string => `msg_${newToken()}`

export interface NewDelivery {
  readonly id: number
  readonly endpointId: number
  /** Stays the same when an event is sent again, so that receivers can ignore it. */
  readonly eventId: string
  readonly type: string
  readonly documentId: number | null
  /** JSON, stored as sent: the signature covers these bytes. */
  readonly payload: string
  /** Milliseconds; the first attempt is due at once. */
  readonly at: number
}

/**
 * Call it in the transaction of the change. `position` gives the order of one webhook; ids are random and dates may be
 * equal.
 */
export const queueDelivery = async (
  transaction: ApiDatabase,
  { id, endpointId, eventId, type, documentId, payload, at }: NewDelivery,
): Promise<void> => {
  await transaction
    .insertInto('webhook_deliveries')
    .values({
      id,
      endpoint_id: endpointId,
      position: sql<number>`(
        select coalesce(max(position), 0) + 1 from webhook_deliveries where endpoint_id = ${endpointId})`,
      event_id: eventId,
      type,
      document_id: documentId,
      payload,
      created_at: at,
      state: 'pending',
      attempts: 0,
      next_attempt_at: at,
      claimed_until: null,
      claimed_by: null,
      attempted_at: null,
      answer_status: null,
      answer: null,
      answer_truncated: 0,
      duration: null,
      problem: null,
    })
    .execute()
}
