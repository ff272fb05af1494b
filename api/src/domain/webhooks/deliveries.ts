import type { Selectable } from 'kysely'
import type { WebhookDelivery, WebhookDeliveryDetail } from 'shared/contract/accounts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { WebhookDeliveryTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../../platform/services.ts'
import { type NewDelivery, newEventId, queueDelivery } from '../webhook-events/queue-delivery.ts'
import { ownEndpoint } from './endpoints.ts'

export type Delivery = Selectable<WebhookDeliveryTable>

const PAGE = 50

const viewDelivery = (row: Delivery): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type,
  state: row.state,
  created_at: toInstant(row.created_at),
  attempts: row.attempts,
  attempted_at: row.attempted_at === null ? null : toInstant(row.attempted_at),
  next_attempt_at: row.state === 'pending' ? toInstant(row.next_attempt_at) : null,
  answer_status: row.answer_status,
  duration: row.duration,
  problem: row.problem,
})

interface Place {
  readonly userId: number
  readonly id: number
}

export const listDeliveries = async (db: Db, { userId, id }: Place, cursor: number | undefined) => {
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

const ownDelivery = async (db: Db, { userId, id }: Place, deliveryId: number): Promise<Delivery> => {
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

export const getDelivery = async (db: Db, place: Place, deliveryId: number): Promise<WebhookDeliveryDetail> => {
  const row = await ownDelivery(db, place, deliveryId)
  const { payload, answer } = row
  return { ...viewDelivery(row), payload, answer, answer_truncated: row.answer_truncated === 1 }
}

type Queueing = Pick<Services, 'db' | 'clock' | 'wakeWebhookWorker'>

const queue = async (
  { db, clock, wakeWebhookWorker }: Queueing,
  { userId, id }: Place,
  make: (transaction: Db, now: number) => Promise<Omit<NewDelivery, 'id' | 'endpointId' | 'at'>>,
): Promise<WebhookDelivery> => {
  const queued = await db.transaction().execute(async (transaction) => {
    const { state } = await ownEndpoint(transaction, userId, id)
    if (state !== 'active')
      throw new ApiError('VALIDATION', { message: 'Estos avisos no están activos. Actívalos y vuelve a intentarlo.' })
    const at = clock()
    const deliveryId = newId()
    await queueDelivery(transaction, { ...(await make(transaction, at)), id: deliveryId, endpointId: id, at })
    return ownDelivery(transaction, { userId, id }, deliveryId)
  })
  wakeWebhookWorker()
  return viewDelivery(queued)
}

export const sendTest = (services: Queueing, place: Place): Promise<WebhookDelivery> =>
  queue(services, place, async (_, now) => {
    const type = 'test'
    const payload = JSON.stringify({ type, timestamp: toInstant(now), data: {} })
    return { eventId: newEventId(), type, documentId: null, payload }
  })

export const resendDelivery = (services: Queueing, place: Place, deliveryId: number): Promise<WebhookDelivery> =>
  queue(services, place, async (transaction) => {
    const row = await ownDelivery(transaction, place, deliveryId)
    return { eventId: row.event_id, type: row.type, documentId: row.document_id, payload: row.payload }
  })
