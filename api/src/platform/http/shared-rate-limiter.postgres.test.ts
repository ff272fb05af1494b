import { closeTestServers, createTestClock, openTestServer } from '../../../test/support/test-server.ts'
import { openSharedStore } from '../../../test/support/test-store.ts'
import { openPool, plainKysely } from '../database/postgres-dialect.ts'
import type { DatabaseSchema } from '../database/schema.ts'
import { ApiError } from './api-error.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'

afterEach(closeTestServers)

const limit = { name: 'prueba', max: 3, windowSeconds: 60 }
const backoff = { name: 'ritmo', free: 2, firstPauseSeconds: 5, longestPauseSeconds: 60, forgetAfterSeconds: 3600 }

const openTwo = async () => {
  const store = await openSharedStore()
  const clock = createTestClock()
  const pools = [1, 2].map(() => openPool({ url: store.variables.DATABASE_URL ?? '', onError: () => undefined }))
  const [a, b] = pools.map((pool) =>
    createSharedRateLimiter({ plain: plainKysely<DatabaseSchema>(pool), clock: clock.now, factor: 1 }),
  )
  if (a === undefined || b === undefined) throw new Error('there are two')
  const close = async () => {
    for (const pool of pools) await pool.end()
    await store.drop()
  }
  return { a, b, clock, close }
}

const waits = (attempt: Promise<unknown>): Promise<number | undefined> =>
  attempt.then(
    () => 0,
    (error: unknown) => (error instanceof ApiError ? error.retryAfterSeconds : undefined),
  )

test('two processes share one count, and simultaneous calls cannot exceed the limit', async () => {
  const { a, b, clock, close } = await openTwo()
  const hit = (limiter: RateLimiter) => waits(limiter.hit(limit, 'x'))
  const answers = await Promise.all([a, b, a, b, a, b, a, b].map(hit))
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(3)
  expect(answers.filter((seconds) => seconds === 60)).toHaveLength(5)
  expect(await waits(b.hit(limit, 'y'))).toBe(0)
  clock.advance(60_000)
  expect(await hit(b)).toBe(0)
  await a.forget(limit, 'x')
  expect(await Promise.all([hit(a), hit(a), hit(b)])).toEqual([0, 0, 0])
  await close()
})

test('two processes share one back-off, its pause and its reset', async () => {
  const { a, b, clock, close } = await openTwo()
  await a.backOff(backoff, 'x')
  await b.backOff(backoff, 'x')
  await a.backOff(backoff, 'x')
  expect(await waits(b.backOff(backoff, 'x'))).toBe(5)
  clock.advance(5000)
  expect(await waits(b.backOff(backoff, 'x'))).toBe(0)
  expect(await waits(a.backOff(backoff, 'x'))).toBe(10)
  clock.advance(10_000)
  await b.resetBackoff(backoff, 'x')
  expect(await waits(a.backOff(backoff, 'x'))).toBe(0)
  expect(await waits(a.backOff(backoff, 'x'))).toBe(10)
  await close()
})

test('of six simultaneous attempts at two processes, the back-off admits three', async () => {
  const { a, b, close } = await openTwo()
  const answers = await Promise.all([a, b, a, b, a, b].map((limiter) => waits(limiter.backOff(backoff, 'x'))))
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(3)
  await close()
})

test('two processes share a trusted source until the end of its period', async () => {
  const { a, b, clock, close } = await openTwo()
  const known = { name: 'conocido', forSeconds: 60 }
  expect(await b.isTrusted(known, 'x')).toBe(false)
  await a.trust(known, 'x')
  clock.advance(40_000)
  await b.trust(known, 'x')
  clock.advance(40_000)
  expect([await a.isTrusted(known, 'x'), await a.isTrusted(known, 'y')]).toEqual([true, false])
  clock.advance(20_000)
  expect(await a.isTrusted(known, 'x')).toBe(false)
  await close()
})

test('the API stores its rate-limit counts in the database', async () => {
  const server = await openTestServer()
  const limiter = server.services.limiterOf(1)
  await limiter.hit(limit, 'z')
  const rows = await server.services.db.selectFrom('attempt_counts').select(['key', 'count']).execute()
  expect(rows).toContainEqual({ key: 'prueba z', count: 1 })
})
