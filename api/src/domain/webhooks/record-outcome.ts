import { href } from 'shared/contract'
import { type Clock, DAY, HOUR, SECOND } from '../../platform/clock.ts'
import { jitter, pauseAfter } from '../../platform/database/claim-job.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { webhookDisabledMessage } from '../mail/templates/webhook-disabled.ts'
import type { Outcome } from './attempt-delivery.ts'
import type { Delivery } from './deliveries.ts'
import type { Endpoint } from './endpoints.ts'

const PAUSES = { first: 10 * SECOND, longest: 6 * HOUR }
const PATIENCE = 3 * DAY

export interface RecordOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: () => number
  readonly publicUrl: string
}

const disable = async (
  transaction: Db,
  endpoint: Endpoint,
  { gone, publicUrl, now }: { readonly gone: boolean; readonly publicUrl: string; readonly now: number },
): Promise<void> => {
  await transaction.updateTable('webhook_endpoints').set({ state: 'disabled' }).where('id', '=', endpoint.id).execute()
  await transaction
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', claimed_until: null })
    .where('endpoint_id', '=', endpoint.id)
    .where('state', '=', 'pending')
    .execute()
  const owner = await transaction.selectFrom('users').selectAll().where('id', '=', endpoint.user_id).executeTakeFirst()
  if (owner === undefined) return
  const url = `${publicUrl}${href.profile()}`
  const message = webhookDisabledMessage({ host: new URL(endpoint.url).host, gone, url })
  const to = { name: fullName(owner), address: owner.email }
  await enqueueMail(transaction, { kind: 'account-changed', documentId: null, to, message }, now)
}

export const recordOutcome = (
  { db, clock, random, publicUrl }: RecordOptions,
  { endpoint, delivery }: { readonly endpoint: Endpoint; readonly delivery: Delivery },
  { kind, ...answer }: Outcome,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const now = clock()
    const { numUpdatedRows } = await transaction
      .updateTable('webhook_deliveries')
      .set({
        ...answer,
        state: kind === 'delivered' ? 'delivered' : 'pending',
        attempted_at: now,
        next_attempt_at: now + jitter(pauseAfter(delivery.attempts, PAUSES), random),
        claimed_until: null,
      })
      .where('id', '=', delivery.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const since = kind === 'delivered' ? null : (endpoint.failing_since ?? now)
    await transaction
      .updateTable('webhook_endpoints')
      .set({ failing_since: since })
      .where('id', '=', endpoint.id)
      .execute()
    const gone = kind === 'gone'
    if (since === null || !(gone || now - since >= PATIENCE)) return false
    await disable(transaction, endpoint, { gone, publicUrl, now })
    return true
  })
