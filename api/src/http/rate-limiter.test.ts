import fc from 'fast-check'
import { createTestClock } from '../../test/support/test-server.ts'
import { ApiError } from './api-error.ts'
import { addressKey, createRateLimiter } from './rate-limiter.ts'

const limit = { name: 'prueba', max: 2, windowSeconds: 60 }

test('allows so many in a window, and says when to come back', () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock.now, 1)
  limiter.hit(limit, 'a')
  clock.advance(20_000)
  limiter.hit(limit, 'a')
  limiter.hit(limit, 'b')
  expect(() => limiter.hit(limit, 'a')).toThrow(new ApiError('RATE_LIMITED', { retryAfterSeconds: 40 }))
  clock.advance(40_000)
  limiter.hit(limit, 'a')
})

test('forgets when told to, and counts each limit apart', () => {
  const limiter = createRateLimiter(createTestClock().now, 1)
  limiter.hit(limit, 'a')
  limiter.hit(limit, 'a')
  limiter.hit({ ...limit, name: 'otra' }, 'a')
  limiter.forget(limit, 'a')
  limiter.hit(limit, 'a')
})

test('the factor multiplies what is allowed, and never below one', () => {
  const strict = createRateLimiter(createTestClock().now, 0.001)
  strict.hit(limit, 'a')
  expect(() => strict.hit(limit, 'a')).toThrow(ApiError)
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

test('every address of one IPv6 network counts as one', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(addressKey(address)).toBe(addressKey(address.toUpperCase()))
    }),
  )
})
