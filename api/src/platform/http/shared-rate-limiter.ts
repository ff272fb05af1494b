import { type Kysely, sql } from 'kysely'
import { type Clock, SECOND_MS } from '../clock.ts'
import type { DatabaseSchema } from '../database/schema.ts'
import { classifyInfrastructureError } from '../infrastructure-failure.ts'
import {
  type AttemptBackoff,
  allowanceOf,
  createRateLimiter,
  NO_PROGRESS,
  nextAttemptProgress,
  type RateLimit,
  type RateLimiter,
  type TrustedSource,
  waitUntil,
} from './rate-limiter.ts'

/** Calls between deletions of expired rows. */
const SWEEP_EVERY = 1000
/** Retries after concurrent updates. */
const ATTEMPTS_MAX = 20

interface SharedLimiterOptions {
  /** No serialisable transactions: hundreds may update one key. */
  readonly plain: Kysely<DatabaseSchema>
  readonly clock: Clock
  readonly factor: number
}

const counterKey = ({ name }: RateLimit | AttemptBackoff | TrustedSource, key: string): string => `${name} ${key}`

/** One statement; restarts an expired window. */
const countOne = async (
  { plain, clock }: SharedLimiterOptions,
  limit: RateLimit,
  key: string,
): Promise<{ count: number; endsAt: number }> => {
  const now = clock()
  const endsAt = now + limit.windowSeconds * SECOND_MS
  const isOver = sql<boolean>`attempt_counts.ends_at <= ${now}`
  const row = await plain
    .insertInto('attempt_counts')
    .values({ key: counterKey(limit, key), count: 1, paused_until: 0, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempt_counts.count + 1 end`,
        ends_at: sql<number>`case when ${isOver} then ${endsAt}::bigint else attempt_counts.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, endsAt: row.ends_at }
}

const backOffOne = async (
  { plain, clock, factor }: SharedLimiterOptions,
  backoff: AttemptBackoff,
  key: string,
): Promise<void> => {
  const id = counterKey(backoff, key)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const known = await plain.selectFrom('attempt_counts').selectAll().where('key', '=', id).executeTakeFirst()
    const progress =
      known === undefined
        ? NO_PROGRESS
        : { count: known.count, pausedUntil: known.paused_until, forgottenAt: known.ends_at }
    const next = nextAttemptProgress(progress, backoff, factor, clock())
    const row = { count: next.count, paused_until: next.pausedUntil, ends_at: next.forgottenAt }
    const { numInsertedOrUpdatedRows: inserted } = await plain
      .insertInto('attempt_counts')
      .values({ key: id, ...row })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(row)
          .where('attempt_counts.count', '=', progress.count)
          .where('attempt_counts.ends_at', '=', progress.forgottenAt),
      )
      .executeTakeFirstOrThrow()
    if (inserted === 1n) return
  }
  throw waitUntil(clock() + backoff.firstPauseSeconds * SECOND_MS, clock())
}

/** Stores an uncounted row that expires. */
const note = async (
  { plain, clock }: SharedLimiterOptions,
  trustedSource: TrustedSource,
  key: string,
): Promise<void> => {
  const row = { count: 0, paused_until: 0, ends_at: clock() + trustedSource.forSeconds * SECOND_MS }
  await plain
    .insertInto('attempt_counts')
    .values({ key: counterKey(trustedSource, key), ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

const isNoted = async (
  { plain, clock }: SharedLimiterOptions,
  trustedSource: TrustedSource,
  key: string,
): Promise<boolean> => {
  const known = await plain
    .selectFrom('attempt_counts')
    .select('ends_at')
    .where('key', '=', counterKey(trustedSource, key))
    .executeTakeFirst()
  return known !== undefined && known.ends_at > clock()
}

/** Shares counts between processes through the database. */
export const createSharedRateLimiter = (options: SharedLimiterOptions): RateLimiter => {
  const { plain, clock, factor } = options
  let calls = 0
  const sweep = async (): Promise<void> => {
    calls += 1
    if (calls % SWEEP_EVERY === 0) await plain.deleteFrom('attempt_counts').where('ends_at', '<=', clock()).execute()
  }
  const meanwhile = createRateLimiter(clock, factor)
  /**
   * Undefined if the database is read-only:
   * reads continue with per-process counts.
   */
  const count = async (limit: RateLimit, key: string) => {
    try {
      await sweep()
      return await countOne(options, limit, key)
    } catch (error) {
      const failure = classifyInfrastructureError(error)
      if (failure === 'full' || failure === 'read-only') return undefined
      throw error
    }
  }
  return {
    hit: async (limit, key) => {
      const counted = await count(limit, key)
      return counted === undefined ? meanwhile.hit(limit, key) : allowanceOf(counted, limit, factor, clock())
    },
    forget: async (limit, key) => {
      await plain.deleteFrom('attempt_counts').where('key', '=', counterKey(limit, key)).execute()
    },
    backOff: async (backoff, key) => {
      await sweep()
      await backOffOne(options, backoff, key)
    },
    resetBackoff: async (backoff, key) => {
      await plain
        .updateTable('attempt_counts')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', counterKey(backoff, key))
        .where('count', '>', 0)
        .where('ends_at', '>', clock())
        .execute()
    },
    trust: async (trustedSource, key) => {
      await sweep()
      await note(options, trustedSource, key)
    },
    isTrusted: (trustedSource, key) => isNoted(options, trustedSource, key),
  }
}
