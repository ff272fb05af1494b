import { setImmediate as turn } from 'node:timers/promises'
import { eventually } from '../../../test/support/eventually.ts'
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts'

let delay: LoopDelay
beforeEach(() => {
  delay = watchLoopDelay()
})
afterEach(() => delay.stop())

/** Milliseconds. */
const HELD = 300
const cell = new Int32Array(new SharedArrayBuffer(4))

/** Holds the event loop until a sample shows it. */
const holdLoop = (): Promise<number> =>
  eventually('a sample of a held event loop', async () => {
    // Taking the figures forgets when the last sample was: a sample needs one before it.
    for (let holds = 0; holds < 3; holds += 1) {
      Atomics.wait(cell, 0, 0, HELD)
      await turn()
    }
    const { max } = delay.takeFigures()
    return max > 0 ? max : undefined
  })

test('without a sample, the mean counts as overload and the figures are zero', () => {
  expect(delay.takeMean()).toBe(Number.POSITIVE_INFINITY)
  expect(delay.takeFigures()).toEqual({ min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 })
})

test('taking the figures leaves the samples for the mean', async () => {
  const longest = await holdLoop()
  expect(longest).toBeGreaterThan(0.1)
  const mean = delay.takeMean()
  expect(mean).toBeGreaterThan(0)
  expect(mean).toBeLessThanOrEqual(longest * 1000 + 1)
  expect(delay.takeMean()).toBe(Number.POSITIVE_INFINITY)
})
