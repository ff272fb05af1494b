import type { Selectable } from 'kysely'
import type { WebhookDelivery, WebhookDeliveryDetail } from 'shared/contract/webhooks'
import { toInstant, toInstantOrNull } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { WebhookDeliveryTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { type NewDelivery, newEventId, queueDelivery } from '../audit/queue-delivery.ts'
import { ownEndpoint } from './endpoints.ts'

export type StoredDelivery = Selectable<WebhookDeliveryTable>

const PAGE = 50

const viewDelivery = (row: StoredDelivery): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type,
  state: row.state,
  created_at: toInstant(row.created_at),
  attempts: row.attempts,
  attempted_at: toInstantOrNull(row.attempted_at),
  next_attempt_at: row.state === 'pending' ? toInstant(row.next_attempt_at) : null,
  answer_status: row.answer_status,
  duration: row.duration,
  problem: row.problem,
})

/** A webhook of an account. */
interface DeliveryCursor {
  readonly userId: number
  readonly id: number
}

/** Newest first, 50 a page. The cursor is a position, the order of delivery. */
export const listDeliveries = async (db: ApiDatabase, { userId, id }: DeliveryCursor, cursor: number | undefined) => {
  await ownEndpoint(db, userId, id)
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', id)
    .$if(cursor !== undefined, (query) => query.where('position', '<', cursor ?? 0))
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    items: rows.slice(0, PAGE).map(viewDelivery),
    next_cursor: last === undefined ? null : String(last.position),
  }
}

const ownDelivery = async (
  db: ApiDatabase,
  { userId, id }: DeliveryCursor,
  deliveryId: number,
): Promise<StoredDelivery> => {
  await ownEndpoint(db, userId, id)
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('endpoint_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('NOT_FOUND')
  return row
}

/** With payload and answer, which the list leaves out. */
export const getDelivery = async (
  db: ApiDatabase,
  place: DeliveryCursor,
  deliveryId: number,
): Promise<WebhookDeliveryDetail> => {
  const row = await ownDelivery(db, place, deliveryId)
  const { payload, answer } = row
  return { ...viewDelivery(row), payload, answer, answer_truncated: row.answer_truncated === 1 }
}

type Queueing = Pick<ApiServices, 'db' | 'clock' | 'wakeWebhookWorker'>

/** An explicit request does not wait for the back-off. */
export const retryNow = async (transaction: ApiDatabase, endpointId: number, now: number): Promise<void> => {
  await transaction
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .execute()
}

const enqueue = async (
  transaction: ApiDatabase,
  delivery: Pick<NewDelivery, 'endpointId' | 'eventId' | 'type' | 'documentId' | 'payload' | 'at'>,
): Promise<number> => {
  const id = newId()
  await queueDelivery(transaction, { ...delivery, id })
  return id
}

const request = async (
  { db, clock, wakeWebhookWorker }: Queueing,
  place: DeliveryCursor,
  choose: (transaction: ApiDatabase, now: number) => Promise<number>,
): Promise<WebhookDelivery> => {
  const delivery = await db.transaction().execute(async (transaction) => {
    const { state } = await ownEndpoint(transaction, place.userId, place.id)
    if (state !== 'active')
      throw new ApiError('VALIDATION', { message: 'Estos avisos no están activos. Actívalos y vuelve a intentarlo.' })
    const now = clock()
    const deliveryId = await choose(transaction, now)
    await retryNow(transaction, place.id, now)
    return ownDelivery(transaction, place, deliveryId)
  })
  wakeWebhookWorker()
  return viewDelivery(delivery)
}

/**
 * Queues an event of type `test`, which owners cannot choose, behind the pending ones.
 *
 * @throws ApiError VALIDATION if the webhook is not active
 */
export const sendTest = (services: Queueing, place: DeliveryCursor): Promise<WebhookDelivery> =>
  request(services, place, (transaction, at) => {
    const type = 'test'
    const payload = JSON.stringify({ type, timestamp: toInstant(at), data: {} })
    return enqueue(transaction, { endpointId: place.id, eventId: newEventId(), type, documentId: null, payload, at })
  })

/** A pending delivery is tried now, not queued twice. */
export const resendDelivery = (
  services: Queueing,
  place: DeliveryCursor,
  deliveryId: number,
): Promise<WebhookDelivery> =>
  request(services, place, async (transaction, at) => {
    const row = await ownDelivery(transaction, place, deliveryId)
    if (row.state === 'pending') return row.id
    const { event_id: eventId, type, document_id: documentId, payload } = row
    return enqueue(transaction, { endpointId: place.id, eventId, type, documentId, payload, at })
  })
