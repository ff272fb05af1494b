import type { Selectable } from 'kysely'
import { DAY, MINUTE } from '../../clock.ts'
import type { Db } from '../../database/open-database.ts'
import type { CardRequestTable } from '../../database/schema.ts'
import type { GuestActor, SessionActor } from '../../http/actor.ts'

export type CardRequest = Selectable<CardRequestTable>

/** How long the person has, from the question for the PIN to the answer. Milliseconds. */
export const CARD_REQUEST_LIFE = 10 * MINUTE
/** How long a completed request can be asked about again, after it expired. Milliseconds. */
const KEPT_AFTER_EXPIRY = DAY

/** Whose request it is. */
export const requesterOf = (actor: SessionActor | GuestActor): string => {
  if (actor.kind === 'session') return `user:${actor.userId}`
  const { source } = actor
  return source.kind === 'invitation' ? `invitation:${source.invitationId}` : `agent-session:${source.sessionId}`
}

/** Keeps a request in the place of the same person's earlier ones for the field, and lets go of what is long over. */
export const keepCardRequest = (db: Db, request: CardRequest): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('card_requests')
      .where('field_id', '=', request.field_id)
      .where('actor', '=', request.actor)
      .execute()
    await transaction
      .deleteFrom('card_requests')
      .where('expires_at', '<', request.prepared_at - KEPT_AFTER_EXPIRY)
      .execute()
    await transaction.insertInto('card_requests').values(request).execute()
  })

/** A request by its number, if it is this person's and for this field. */
export const findCardRequest = (
  db: Db,
  actor: SessionActor | GuestActor,
  fieldId: number,
  id: number,
): Promise<CardRequest | undefined> =>
  db
    .selectFrom('card_requests')
    .selectAll()
    .where('id', '=', id)
    .where('field_id', '=', fieldId)
    .where('actor', '=', requesterOf(actor))
    .executeTakeFirst()

/** After the signature only its key is still needed, for who asks again; the drawing is in the document. */
export const forgetDrawing = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('card_requests').set({ drawing: '' }).where('id', '=', id).execute()
}
