import { href } from 'shared/contract'
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { addJitter, pauseAfter } from '../../platform/database/claim-job.ts'
import { SURVIVED } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { webhookDisabledMessage } from '../mail/templates/webhook-disabled.ts'
import type { DeliveryOutcome } from './attempt-delivery.ts'
import type { StoredDelivery } from './deliveries.ts'
import type { StoredEndpoint } from './endpoints.ts'

/** Milliseconds; doubles per attempt, with jitter: soon at first, then every six hours. */
const PAUSES = { first: 10 * SECOND_MS, longest: 6 * HOUR_MS }
/** Milliseconds of failures without a success. Afterwards the webhook is disabled and its owner gets a mail. */
const RETRY_PERIOD = 3 * DAY_MS

export interface RecordOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  /** From 0 to 1; spreads the retries of many webhooks. */
  readonly random: () => number
  readonly publicUrl: string
}

/** Pending deliveries fail with it. The owner can resume the webhook and send each of them again. */
const disable = async (
  transaction: ApiDatabase,
  endpoint: StoredEndpoint,
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
  await enqueueMail(transaction, { kind: 'webhook-disabled', documentId: null, to, message }, now)
}

/** Finds nothing if the owner paused or resumed the webhook during the attempt. */
const markFailing = (transaction: ApiDatabase, { id, failing_since }: StoredEndpoint, now: number) =>
  transaction
    .updateTable('webhook_endpoints')
    .set({ failing_since: failing_since ?? now })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('failing_since', failing_since === null ? 'is' : '=', failing_since)
    .returning('failing_since')
    .executeTakeFirst()

const recordAnswer = async (
  transaction: ApiDatabase,
  { delivery, next, now }: { readonly delivery: StoredDelivery; readonly next: number; readonly now: number },
  { kind, ...answer }: DeliveryOutcome,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set({
      ...answer,
      ...(kind === 'delivered' ? { state: kind } : {}),
      attempted_at: now,
      next_attempt_at: next,
      claimed_until: null,
      ...SURVIVED,
    })
    .where('id', '=', delivery.id)
    // A later attempt replaces one whose claim ended.
    .where('attempts', '=', delivery.attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns whether the webhook was disabled */
export const recordOutcome = (
  { db, clock, random, publicUrl }: RecordOptions,
  { endpoint, delivery }: { readonly endpoint: StoredEndpoint; readonly delivery: StoredDelivery },
  outcome: DeliveryOutcome,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const now = clock()
    const next = now + addJitter(pauseAfter(delivery.attempts, PAUSES), random)
    if (!(await recordAnswer(transaction, { delivery, next, now }, outcome))) return false
    if (outcome.kind === 'delivered') {
      await transaction
        .updateTable('webhook_endpoints')
        .set({ failing_since: null })
        .where('id', '=', endpoint.id)
        .execute()
      return false
    }
    const since = (await markFailing(transaction, endpoint, now))?.failing_since ?? null
    const gone = outcome.kind === 'gone'
    if (since === null || !(gone || now - since >= RETRY_PERIOD)) return false
    await disable(transaction, endpoint, { gone, publicUrl, now })
    return true
  })
