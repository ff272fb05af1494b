import fc from 'fast-check'
import { REQUEST_TIMEOUTS } from '../request-timeouts.ts'
import { CLIENT_LIMITS } from './client-limits.ts'
import { patienceLeft } from './patience.ts'

const { grace, leastRate, checkInterval } = CLIENT_LIMITS
const CUT_WITHIN = 30_000

/** @returns milliseconds until the cut; undefined if there is none in 15 minutes */
const timeToCut = (bytesAt: (second: number) => number): number | undefined => {
  let left = grace
  for (let second = 0; second < REQUEST_TIMEOUTS.request / 1000; second += 1) {
    left = patienceLeft(left, { waited: 1000, bytes: bytesAt(second) }, CLIENT_LIMITS)
    if (left <= 0) return (second + 1) * 1000
  }
  return undefined
}

test.each([
  ['sends nothing', 0],
  ['sends a byte a second', 1],
  ['sends 70 bytes a second', 70],
  ['sends 250 bytes a second', 250],
])('the shipped limits cut a client within 30 seconds that %s', (_, bytes) => {
  const cutAfter = timeToCut(() => bytes)
  expect(cutAfter).toBeLessThan(CUT_WITHIN - 2 * checkInterval)
})

test('the shipped limits cut unfinished headers and silent connections within 30 seconds', () => {
  expect(REQUEST_TIMEOUTS.headers + 2 * REQUEST_TIMEOUTS.checkInterval).toBeLessThan(CUT_WITHIN)
})

const EDGE_2G = 4000
const KBIT_250 = 250_000 / 8

test.each([
  ['a steady 2G phone', () => EDGE_2G],
  ['a 2G phone that is silent for 15 of each 30 seconds', (second: number) => (second % 30 < 15 ? EDGE_2G : 0)],
  ['a phone at 250 kbit/s with tunnels of 18 seconds', (second: number) => (second % 20 < 2 ? KBIT_250 : 0)],
  ['a phone that waits 19 seconds before its first byte', (second: number) => (second < 19 ? 0 : KBIT_250)],
])('the shipped limits never cut %s', (_, bytesAt) => {
  expect(timeToCut(bytesAt)).toBeUndefined()
})

test('the time for a whole call suffices for the largest upload at 100 kbit/s', () => {
  expect(REQUEST_TIMEOUTS.request).toBeGreaterThan((10 * 1024 * 1024 * 8) / 100)
})

test('whoever keeps the least rate is never cut, and nobody saves up more than the grace period', () => {
  const steps = fc.array(fc.record({ waited: fc.nat(2000), more: fc.nat(1_000_000) }), { maxLength: 50 })
  fc.assert(
    fc.property(steps, (all) => {
      let left = grace
      for (const { waited, more } of all) {
        left = patienceLeft(left, { waited, bytes: (waited * leastRate) / 1000 + more }, CLIENT_LIMITS)
        expect(left).toBeGreaterThanOrEqual(grace - 1e-6)
        expect(left).toBeLessThanOrEqual(grace)
      }
      expect(patienceLeft(left, { waited: grace, bytes: 0 }, CLIENT_LIMITS)).toBeLessThanOrEqual(0)
    }),
  )
})
