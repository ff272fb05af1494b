import { createTestClock } from '../../../test/support/test-server.ts'
import { ApiError } from './api-error.ts'
import { createRateLimiter } from './rate-limiter.ts'

const limit = { name: 'prueba', max: 2, windowSeconds: 60 }

test('the rate limiter allows the maximum per window and states the seconds to wait', async () => {
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

test('the rate limiter resets a key on request and counts each limit separately', async () => {
  const limiter = createRateLimiter(createTestClock().now, 1)
  await limiter.hit(limit, 'a')
  await limiter.hit(limit, 'a')
  await limiter.hit({ ...limit, name: 'otra' }, 'a')
  await limiter.forget(limit, 'a')
  await limiter.hit(limit, 'a')
})

test('a small factor reduces the limit to no less than one call', async () => {
  const strict = createRateLimiter(createTestClock().now, 0.001)
  await strict.hit(limit, 'a')
  await expect(strict.hit(limit, 'a')).rejects.toThrow(ApiError)
})

describe('back-off of the rate limiter', () => {
  const backoff = { name: 'ritmo', free: 2, firstPauseSeconds: 5, longestPauseSeconds: 60, forgetAfterSeconds: 3600 }
  const secondsRefused = async (attempt: () => Promise<void>): Promise<number | undefined> => {
    try {
      await attempt()
      return 0
    } catch (error) {
      return error instanceof ApiError ? error.retryAfterSeconds : undefined
    }
  }

  test('the back-off admits the first attempts, then doubles the pause up to the longest pause', async () => {
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

  test('an attempt during the pause does not extend the pause, and other keys are not delayed', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock.now, 1)
    for (const _ of [1, 2, 3]) await limiter.backOff(backoff, 'a')
    for (const _ of [1, 2, 3]) expect(await secondsRefused(() => limiter.backOff(backoff, 'a'))).toBe(5)
    await limiter.backOff(backoff, 'b')
    clock.advance(5000)
    await limiter.backOff(backoff, 'a')
  })

  test('the back-off resets after a quiet time, and resetBackoff removes the pause', async () => {
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

test('the rate limiter trusts a source until the end of its period', async () => {
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
