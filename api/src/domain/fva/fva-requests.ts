import type { Selectable } from 'kysely'
import type { FvaProblem } from 'shared/contract/fva'
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { FvaRequestTable } from '../../platform/database/schema.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import type { RequestOrigin } from '../../platform/origin.ts'
import { requesterName } from '../audit/actor-name.ts'

export type FvaRequest = Selectable<FvaRequestTable>

/** Milliseconds for an answer that arrives just after its time. */
export const REQUEST_GRACE = 5 * SECOND_MS
/** Milliseconds. A late answer to a request that still stands is accepted, so rows outlive their time. */
const KEPT_AFTER_EXPIRY = DAY_MS

/** Replaces an open request of the same person and field: two answers for one field would race. */
export const keepFvaRequest = (db: ApiDatabase, request: FvaRequest): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('fva_requests')
      .set({ state: 'failed', problem: 'replaced' satisfies FvaProblem, form_values: null })
      .where('field_id', '=', request.field_id)
      .where('requester', '=', request.requester)
      .where('state', 'in', ['asking', 'waiting'])
      .execute()
    await transaction
      .deleteFrom('fva_requests')
      .where('expires_at', '<', request.created_at - KEPT_AFTER_EXPIRY)
      .execute()
    await transaction.insertInto('fva_requests').values(request).execute()
  })

/** Only of this person and field: the id alone opens nothing. */
export const findFvaRequest = (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  fieldId: number,
  id: number,
): Promise<FvaRequest | undefined> =>
  db
    .selectFrom('fva_requests')
    .selectAll()
    .where('id', '=', id)
    .where('field_id', '=', fieldId)
    .where('requester', '=', requesterName(actor))
    .executeTakeFirst()

/** By BCCR's number, for its notification. */
export const findByExternalId = (db: ApiDatabase, externalId: number): Promise<FvaRequest | undefined> =>
  db.selectFrom('fva_requests').selectAll().where('external_id', '=', externalId).executeTakeFirst()

/**
 * Whether an answer to our own request may still be under way, so that a notification for an unknown number is worth a
 * wait.
 */
export const isAnyAsking = async (db: ApiDatabase, since: number): Promise<boolean> => {
  const asking = db.selectFrom('fva_requests').select('id').where('state', '=', 'asking')
  return (await asking.where('created_at', '>=', since).limit(1).executeTakeFirst()) !== undefined
}

/** Conditional, so that one of two callers wins. @returns whether it changed */
export const moveFvaRequest = async (
  db: ApiDatabase,
  id: number,
  from: readonly FvaRequest['state'][],
  to: Partial<Pick<FvaRequest, 'state' | 'external_id' | 'expires_at'>> & { readonly problem?: FvaProblem },
): Promise<boolean> => {
  const ended = to.state === 'signed' || to.state === 'failed' ? { form_values: null } : {}
  const update = db
    .updateTable('fva_requests')
    .set({ ...to, ...ended })
    .where('id', '=', id)
    .where('state', 'in', from)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Who asked. The callback comes from BCCR and stores the signature in this person's name. */
export const storedActor = ({ actor }: Pick<FvaRequest, 'actor'>): SessionActor | GuestActor => JSON.parse(actor)

/** Address and browser of the person who asked, for the log. */
export const storedOrigin = ({ origin }: Pick<FvaRequest, 'origin'>): RequestOrigin | undefined =>
  origin === null ? undefined : JSON.parse(origin)
