/** @jest-environment jsdom */
import { untilVisible, visibleTime } from './visible-time.ts'

let hidden = false
beforeEach(() => {
  hidden = false
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

const turn = (to: boolean) => {
  hidden = to
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the clock stands still while the page is hidden', () => {
  const time = visibleTime(new AbortController().signal)
  const start = time()
  jest.advanceTimersByTime(100)
  turn(true)
  jest.advanceTimersByTime(60_000)
  expect(time() - start).toBeCloseTo(100)
  turn(false)
  jest.advanceTimersByTime(50)
  expect(time() - start).toBeCloseTo(150)
})

test('untilVisible waits for a hidden page, and no longer than the work', async () => {
  const work = new AbortController()
  await untilVisible(work.signal)
  turn(true)
  const shown = jest.fn()
  const waiting = untilVisible(work.signal).then(shown)
  await Promise.resolve()
  expect(shown).not.toHaveBeenCalled()
  turn(false)
  await waiting
  turn(true)
  const ended = untilVisible(work.signal)
  work.abort()
  await ended
})
