import type { Selectable } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { CardRequestTable } from '../../platform/database/schema.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { requesterName } from '../audit/actor-name.ts'

export type CardRequest = Selectable<CardRequestTable>

/** From the PIN prompt to the response. */
export const CARD_REQUEST_LIFE = 10 * MINUTE_MS
/** Completed requests stay readable. */
const KEPT_AFTER_EXPIRY = DAY_MS

/** Replaces earlier requests of the same person and field. */
export const keepCardRequest = (db: ApiDatabase, request: CardRequest): Promise<void> =>
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

/** Only of this person and field: the id alone opens nothing. */
export const findCardRequest = (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  fieldId: number,
  id: number,
): Promise<CardRequest | undefined> =>
  db
    .selectFrom('card_requests')
    .selectAll()
    .where('id', '=', id)
    .where('field_id', '=', fieldId)
    .where('actor', '=', requesterName(actor))
    .executeTakeFirst()

/** Repeated requests only need the key. */
export const forgetDrawing = async (db: ApiDatabase, id: number): Promise<void> => {
  await db.updateTable('card_requests').set({ drawing: '', form_values: null }).where('id', '=', id).execute()
}
