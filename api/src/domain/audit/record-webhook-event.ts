import type { WebhookEvent } from 'shared/contract/webhooks'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import { newEventId, queueDelivery } from './queue-delivery.ts'

/** Paused webhooks get the event later; disabled ones never. Working copies of templates are reported to no one. */
const subscribers = async (db: ApiDatabase, documentId: number, type: WebhookEvent): Promise<number[]> => {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .innerJoin('documents', 'documents.owner_id', 'webhook_endpoints.user_id')
    .select(['webhook_endpoints.id', 'webhook_endpoints.events'])
    .where('documents.id', '=', documentId)
    .where('documents.edits_template', '=', 0)
    .where('webhook_endpoints.state', '!=', 'disabled')
    .execute()
  return rows.filter(({ events }) => events.split(' ').includes(type)).map(({ id }) => id)
}

/** Who signed, or whom the event is about. */
const signerOf = (db: ApiDatabase, fieldId: number, alternateId: number | undefined) =>
  db
    .selectFrom('fields')
    .innerJoin('participants', 'participants.id', 'fields.participant_id')
    .leftJoin('alternates', (join) =>
      join.on((eb) =>
        eb('alternates.id', '=', alternateId === undefined ? eb.ref('fields.alternate_id') : alternateId),
      ),
    )
    .select((eb) => [
      eb.fn.coalesce('alternates.name', 'participants.name').as('name'),
      eb.fn.coalesce('alternates.email', 'participants.email').as('email'),
    ])
    .where('fields.id', '=', fieldId)
    .executeTakeFirst()

const participantIn = (db: ApiDatabase, participantId: number) =>
  db.selectFrom('participants').select(['kind', 'name', 'email']).where('id', '=', participantId).executeTakeFirst()

export interface WebhookOccurrence {
  readonly type: WebhookEvent
  readonly at: number
  /** The event names this field's signer. */
  readonly fieldId?: number
  /** Or one who may sign in their place. */
  readonly alternateId?: number
  /** Or a participant without a field, with their kind. */
  readonly participantId?: number
}

/** Call it after the change, in its transaction. */
export const recordWebhookEvent = async (
  transaction: ApiDatabase,
  documentId: number,
  { type, at, fieldId, alternateId, participantId }: WebhookOccurrence,
): Promise<void> => {
  const endpoints = await subscribers(transaction, documentId, type)
  if (endpoints.length === 0) return
  const document = await transaction
    .selectFrom('documents')
    .select(['id', 'original_filename', 'status', 'sending_id'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const signer = fieldId === undefined ? undefined : await signerOf(transaction, fieldId, alternateId)
  const participant = participantId === undefined ? undefined : await participantIn(transaction, participantId)
  const { id, original_filename: name, status, sending_id } = document
  const together = sending_id === null ? {} : { sending_id }
  const data = { document: { id, name, status, ...together }, signer, participant }
  const payload = JSON.stringify({ type, timestamp: toInstant(at), data })
  const eventId = newEventId()
  for (const endpointId of endpoints)
    await queueDelivery(transaction, { id: newId(), endpointId, eventId, type, documentId, payload, at })
}
