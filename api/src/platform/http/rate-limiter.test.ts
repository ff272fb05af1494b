import fc from 'fast-check'
import { createTestClock } from '../../../test/support/test-server.ts'
import { createRecentMap } from '../recent-map.ts'
import { ApiError } from './api-error.ts'
import { addressKey, createRateLimiter, networkKey } from './rate-limiter.ts'

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

test('forgets when told to, and counts each limit apart', async () => {
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

describe('a pace', () => {
  const pace = { name: 'ritmo', free: 2, firstPauseSeconds: 5, longestPauseSeconds: 60, forgetAfterSeconds: 3600 }
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
    const attempt = () => limiter.pace(pace, 'a')
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
    for (const _ of [1, 2, 3]) await limiter.pace(pace, 'a')
    for (const _ of [1, 2, 3]) expect(await secondsRefused(() => limiter.pace(pace, 'a'))).toBe(5)
    await limiter.pace(pace, 'b')
    clock.advance(5000)
    await limiter.pace(pace, 'a')
  })

  test('forgets after a quiet time, and takes back what was none', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock.now, 1)
    for (const _ of [1, 2, 3]) await limiter.pace(pace, 'a')
    clock.advance(3_605_000)
    for (const _ of [1, 2, 3, 4, 5]) {
      await limiter.pace(pace, 'a')
      await limiter.unpace(pace, 'a')
    }
    for (const _ of [1, 2]) await limiter.pace(pace, 'a')
  })
})

test('recalls what speaks for somebody, as long as it is said to hold', async () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock.now, 1)
  const known = { name: 'conocido', forSeconds: 60 }
  expect(await limiter.recalls(known, 'a')).toBe(false)
  await limiter.remember(known, 'a')
  clock.advance(59_999)
  expect([await limiter.recalls(known, 'a'), await limiter.recalls(known, 'b')]).toEqual([true, false])
  clock.advance(1)
  expect(await limiter.recalls(known, 'a')).toBe(false)
})

test('remembers only so many keys, the newest', () => {
  const map = createRecentMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['::FFFF:c000:0201', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:c000:201', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:0001:ffff::9', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('%s is of the network %s', (address, key) => {
  expect(networkKey(address)).toBe(key)
})

test('every address of one IPv6 network counts as one', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(addressKey(address)).toBe(addressKey(address.toUpperCase()))
    }),
  )
})
