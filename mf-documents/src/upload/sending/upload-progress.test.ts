import fc from 'fast-check'
import {
  isChecking,
  nextShownProgress,
  nothingSent,
  PROGRESS_CAP,
  PROGRESS_START,
  type SentBytes,
} from './upload-progress.ts'

test.each<[string, number, SentBytes, number, number]>([
  ['before the first report it waits', 10, nothingSent, 0.9, 10],
  ['a quarter of the bytes', 10, { bytes: 25, total: 100 }, 0.9, 30],
  ['half of the bytes', 30, { bytes: 50, total: 100 }, 0, 50],
  ['bytes that are sent again do not turn it back', 50, { bytes: 10, total: 100 }, 0.9, 50],
  ['while the server checks it creeps at random', 50, { bytes: 100, total: 100 }, 0.5, 54],
  ['it may also rest', 50, { bytes: 100, total: 100 }, 0, 50],
  ['it stops at the cap', 89, { bytes: 100, total: 100 }, 0.99, 90],
])('%s: progress goes from %d with %j (random %d) to %d', (_case, shown, sent, random, next) => {
  expect(nextShownProgress(shown, sent, random)).toBeCloseTo(next)
})

test('the server checks the file once all bytes are sent, and not before', () => {
  expect([nothingSent, { bytes: 99, total: 100 }, { bytes: 100, total: 100 }].map(isChecking)).toEqual([
    false,
    false,
    true,
  ])
})

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const ticks = fc.record({
  total: fc.integer({ min: 1, max: 20_000_000 }),
  steps: fc.array(fc.record({ fraction: fc.double({ min: 0, max: 1, noNaN: true }), random }), { maxLength: 60 }),
})

test('progress never decreases and never exceeds 90 before the answer', () => {
  fc.assert(
    fc.property(ticks, ({ total, steps }) => {
      let shown = PROGRESS_START
      for (const step of steps) {
        const next = nextShownProgress(shown, { bytes: Math.floor(step.fraction * total), total }, step.random)
        expect(next).toBeGreaterThanOrEqual(shown)
        expect(next).toBeLessThanOrEqual(PROGRESS_CAP)
        shown = next
      }
    }),
  )
})

test('while bytes are being sent, progress depends only on the bytes, not on the random value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20_000_000 }), random, random, (total, fraction, luck) => {
      const sent = { bytes: Math.min(total - 1, Math.floor(fraction * total)), total }
      expect(nextShownProgress(PROGRESS_START, sent, luck)).toBeCloseTo(10 + (80 * sent.bytes) / total)
    }),
  )
})
