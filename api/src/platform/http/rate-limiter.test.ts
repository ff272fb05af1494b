import { createTestClock } from '../../../test/support/test-server.ts'
import { ApiError } from './api-error.ts'
import { createRateLimiter } from './rate-limiter.ts'

const limit = { name: 'prueba', max: 2, windowSeconds: 60 }

test('allows so many in a window, and says when to come back', async () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock.now, 1)
  await limiter.hit(limit, 'a')
  clock.advance(20_000)
  await limiter.hit(limit, 'a')
  await limiter.hit(limit, 'b')
  await expect(limiter.hit(limit, 'a')).rejects.toThrow(new ApiError('RATE_LIMITED', { retryAfterSeconds: 40 }))
  clock.advance(40_000)
  await limiter.hit(limit, 'a')
})

test('forgets on request, and counts each limit separately', async () => {
  const limiter = createRateLimiter(createTestClock().now, 1)
  await limiter.hit(limit, 'a')
  await limiter.hit(limit, 'a')
  await limiter.hit({ ...limit, name: 'otra' }, 'a')
  await limiter.forget(limit, 'a')
  await limiter.hit(limit, 'a')
})

test('the factor multiplies what is allowed, and never below one', async () => {
  const strict = createRateLimiter(createTestClock().now, 0.001)
  await strict.hit(limit, 'a')
  await expect(strict.hit(limit, 'a')).rejects.toThrow(ApiError)
})

describe('a back-off', () => {
  const backoff = { name: 'ritmo', free: 2, firstPauseSeconds: 5, longestPauseSeconds: 60, forgetAfterSeconds: 3600 }
  const secondsRefused = async (attempt: () => Promise<void>): Promise<number | undefined> => {
    try {
      await attempt()
      return 0
    } catch (error) {
      return error instanceof ApiError ? error.retryAfterSeconds : undefined
    }
  }

  test('lets the first attempts pass, then doubles the pause up to the longest', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock.now, 1)
    const attempt = () => limiter.backOff(backoff, 'a')
    await attempt()
    await attempt()
    const pauses: unknown[] = []
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      await attempt()
      const seconds = await secondsRefused(attempt)
      pauses.push(seconds)
      clock.advance((seconds ?? 0) * 1000)
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
  })

  test('an attempt within the pause makes it no longer, and other keys go on', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock.now, 1)
    for (const _ of [1, 2, 3]) await limiter.backOff(backoff, 'a')
    for (const _ of [1, 2, 3]) expect(await secondsRefused(() => limiter.backOff(backoff, 'a'))).toBe(5)
    await limiter.backOff(backoff, 'b')
    clock.advance(5000)
    await limiter.backOff(backoff, 'a')
  })

  test('forgets after a quiet time, and takes back what was none', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock.now, 1)
    for (const _ of [1, 2, 3]) await limiter.backOff(backoff, 'a')
    clock.advance(3_605_000)
    for (const _ of [1, 2, 3, 4, 5]) {
      await limiter.backOff(backoff, 'a')
      await limiter.resetBackoff(backoff, 'a')
    }
    for (const _ of [1, 2]) await limiter.backOff(backoff, 'a')
  })
})

test('remembers a trusted source for its whole life', async () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock.now, 1)
  const known = { name: 'conocido', forSeconds: 60 }
  expect(await limiter.isTrusted(known, 'a')).toBe(false)
  await limiter.trust(known, 'a')
  clock.advance(59_999)
  expect([await limiter.isTrusted(known, 'a'), await limiter.isTrusted(known, 'b')]).toEqual([true, false])
  clock.advance(1)
  expect(await limiter.isTrusted(known, 'a')).toBe(false)
})
