import type { Selectable } from 'kysely'
import { type Webhook, webhookEvents } from 'shared/contract/webhooks'
import { toInstant, toInstantOrNull } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { WebhookEndpointTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { TargetRules } from '../../platform/network/outbound-target.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly webhookTargets: TargetRules
    readonly wakeWebhookWorker: () => void
  }
}

export type StoredEndpoint = Selectable<WebhookEndpointTable>

/** Never contains the secret: it is shown once, by the call that creates or rotates it. */
export const viewEndpoint = (row: StoredEndpoint, now: number): Webhook => ({
  id: row.id,
  url: row.url,
  events: webhookEvents.filter((event) => row.events.split(' ').includes(event)),
  state: row.state,
  paused_because: row.paused_because,
  by_program: row.created_by_token !== null,
  created_at: toInstant(row.created_at),
  failing_since: toInstantOrNull(row.failing_since),
  old_secret_until:
    row.old_secret_until !== null && row.old_secret_until > now ? toInstant(row.old_secret_until) : null,
})

export const endpointsOf = (db: ApiDatabase, userId: number): Promise<StoredEndpoint[]> =>
  db.selectFrom('webhook_endpoints').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()

/** @throws ApiError NOT_FOUND also for webhooks of others */
export const ownEndpoint = async (db: ApiDatabase, userId: number, id: number): Promise<StoredEndpoint> => {
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('NOT_FOUND')
  return row
}

/** Deletes webhooks with their log. Deliveries under way find no endpoint and record nothing. */
export const forgetEndpoints = async (transaction: ApiDatabase, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await transaction.deleteFrom('webhook_deliveries').where('endpoint_id', 'in', ids).execute()
  await transaction.deleteFrom('webhook_endpoints').where('id', 'in', ids).execute()
}
