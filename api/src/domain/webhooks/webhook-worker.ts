import { createPollingLoop, type PollingLoop, WATCHED_PAUSES } from '../../platform/background/polling-loop.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { claimJobOf, isDue, type JobClaimant } from '../../platform/database/claim-job.ts'
import { claimantAt, type JobClaims } from '../../platform/database/claims.ts'
import { killsProcesses } from '../../platform/database/deaths.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { type AttemptOptions, attemptDelivery } from './attempt-delivery.ts'
import { type RecordOptions, recordOutcome } from './record-outcome.ts'

/** Longer than an attempt (10 seconds). Afterwards another process may send the event again. */
const CLAIM = MINUTE_MS
/** Open requests of this process, at most one for each webhook. */
const AT_ONCE = 16

type WebhookWorkerOptions = AttemptOptions &
  RecordOptions & {
    readonly claims: JobClaims
    readonly log: Pick<ServiceLog, 'error'>
    readonly adminLog?: AdminLog
    readonly wakeMailWorker: () => void
  }

export interface WebhookWorker extends PollingLoop {
  start(): Promise<void>
}

/**
 * The oldest pending delivery of each webhook, if it is due: later ones wait, so that events arrive in order. Paused
 * webhooks keep theirs.
 */
const findHeads = async (db: ApiDatabase, by: JobClaimant): Promise<number[]> => {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('webhook_deliveries.id')
    .where(isDue(by))
    .where('endpoint_id', 'in', (eb) =>
      eb.selectFrom('webhook_endpoints').select('webhook_endpoints.id').where('webhook_endpoints.state', '=', 'active'),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.endpoint_id', '=', 'webhook_deliveries.endpoint_id')
            .where('earlier.state', '=', 'pending')
            .where((e) =>
              e.or([
                e('earlier.position', '<', e.ref('webhook_deliveries.position')),
                e.and([
                  e('earlier.position', '=', e.ref('webhook_deliveries.position')),
                  e('earlier.id', '<', e.ref('webhook_deliveries.id')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('next_attempt_at')
    .limit(AT_ONCE * 2)
    .execute()
  return rows.map(({ id }) => id)
}

/** Later events of the webhook go on. */
const giveUp = async ({ db, adminLog }: WebhookWorkerOptions, id: number): Promise<void> => {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', claimed_until: null, problem: 'El servidor cayó dos veces mientras lo enviaba.' })
    .where('id', '=', id)
    .execute()
  adminLog?.record({ event: 'job-stopped', kind: 'webhook', number: id })
}

const deliver = async (options: WebhookWorkerOptions, id: number): Promise<void> => {
  const { db } = options
  const delivery = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  if (delivery === undefined) return
  if (killsProcesses(delivery)) return giveUp(options, id)
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', delivery.endpoint_id)
    .executeTakeFirst()
  // Its token may have been revoked since the claim.
  if (endpoint?.state !== 'active') return
  const outcome = await attemptDelivery(options, endpoint, delivery)
  if (await recordOutcome(options, { endpoint, delivery }, outcome)) options.wakeMailWorker()
}

/** At least once: a crash before the record repeats an event. */
export const createWebhookWorker = (options: WebhookWorkerOptions): WebhookWorker => {
  const { db, clock, claims, log } = options
  const report = (error: unknown): void => log.error({ err: error }, 'webhook worker failed')
  const underWay = new Map<number, Promise<void>>()
  const begin = (id: number): void => {
    const ended = deliver(options, id)
      .catch(report)
      .finally(() => {
        underWay.delete(id)
        loop.wake()
      })
    underWay.set(id, ended)
  }
  const dispatch = async (): Promise<number> => {
    const by = claimantAt(claims, clock())
    let started = 0
    for (const id of await findHeads(db, by)) {
      if (loop.isStopping() || underWay.size >= AT_ONCE) break
      if (underWay.has(id) || !(await claimJobOf(db, 'webhook_deliveries', id, { ...by, life: CLAIM }))) continue
      begin(id)
      started += 1
    }
    return started
  }
  const loop = createPollingLoop(dispatch, WATCHED_PAUSES, report)
  return {
    ...loop,
    tick: async () => {
      let tried = 0
      let started = 0
      do {
        started = await dispatch()
        tried += started
        await Promise.all(underWay.values())
      } while (started > 0)
      return tried
    },
    start: async () => {
      await claims.freeDead()
      loop.start()
    },
    stop: async () => {
      await loop.stop()
      await Promise.all(underWay.values())
    },
  }
}
