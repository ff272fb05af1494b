import type { Selectable } from 'kysely'
import type { Call } from 'shared/contract'
import { type Clock, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { ApiDatabase } from '../database/open-database.ts'
import type { KeptReplyTable } from '../database/schema.ts'
import { ApiError } from './api-error.ts'
import { answerRepeated, requestFingerprint } from './idempotency.ts'
import { replySchema } from './json-schema.ts'

interface KeptReply {
  readonly status: number
  readonly body: unknown
}

interface KeyedCall {
  readonly userId: number
  readonly key: string
  readonly request: unknown
  /** The reply is not stored; a repeated call is refused. */
  readonly hasSecret?: boolean
}

export interface KeptReplies {
  /** @throws ApiError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_BUSY, IDEMPOTENCY_REPLY_SECRET */
  once(keyed: KeyedCall, work: () => Promise<KeptReply>): Promise<KeptReply>
}

const LIFE = DAY_MS
/** After a crash, the key is free again. */
const CLAIM_LIFE = MINUTE_MS

const claimKey = async (db: ApiDatabase, { userId, key, request }: KeyedCall, now: number): Promise<boolean> => {
  await db.deleteFrom('kept_replies').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('kept_replies')
    .values({
      user_id: userId,
      request_key: key,
      fingerprint: requestFingerprint(request),
      status: null,
      body: null,
      expires_at: now + CLAIM_LIFE,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'request_key']).doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

const busy = (): ApiError => new ApiError('IDEMPOTENCY_KEY_BUSY', { retryAfterSeconds: 1 })

const keptReply = ({ status, body }: Selectable<KeptReplyTable>): KeptReply => {
  if (status === null) throw busy()
  if (body === null) throw new ApiError('IDEMPOTENCY_REPLY_SECRET')
  return { status, body: JSON.parse(body) }
}

const readKept = async (db: ApiDatabase, { userId, key, request }: KeyedCall): Promise<KeptReply> => {
  const rows = db.selectFrom('kept_replies').selectAll().where('user_id', '=', userId).where('request_key', '=', key)
  const kept = await answerRepeated({
    fingerprint: requestFingerprint(request),
    find: () => rows.executeTakeFirst(),
    answer: keptReply,
  })
  // The first call has failed, and freed its key.
  if (kept === undefined) throw busy()
  return kept
}

/** Through the database: safe for several processes. */
export const createKeptReplies = ({ db, clock }: { readonly db: ApiDatabase; readonly clock: Clock }): KeptReplies => ({
  once: async (keyed, work) => {
    const { userId, key } = keyed
    const claimedAt = clock()
    if (!(await claimKey(db, keyed, claimedAt))) return readKept(db, keyed)
    const own = { user_id: userId, request_key: key, expires_at: claimedAt + CLAIM_LIFE }
    try {
      const reply = await work()
      await db
        .updateTable('kept_replies')
        .set({
          status: reply.status,
          body: keyed.hasSecret ? null : JSON.stringify(reply.body),
          expires_at: clock() + LIFE,
        })
        .where((eb) => eb.and(own))
        .execute()
      return reply
    } catch (error) {
      await db
        .deleteFrom('kept_replies')
        .where((eb) => eb.and(own))
        .execute()
      throw error
    }
  },
})

/** Names under which replies carry what authorises its holder. */
const SECRET = /(?:^|_)(?:secret|token|password|proof|recovery_codes)$/

const propertyNames = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(propertyNames)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value ?? {}) : []),
    ...propertyNames(value),
  ])
}

/** Such a reply is shown once: the server stores it nowhere, also not for a repeated call. */
export const hasReplySecret = (call: Pick<Call, 'reply'>): boolean =>
  propertyNames(replySchema(call)).some((name) => SECRET.test(name))
