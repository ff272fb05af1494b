/** @jest-environment jsdom */
import { IDLE_MAX_MS } from './constants.ts'
import { whenIdle } from './when-idle.ts'

test('whenIdle runs after at most a second and can be cancelled', () => {
  const requestIdleCallback = jest.fn((_run: () => void, _options: IdleRequestOptions) => 7)
  const cancelIdleCallback = jest.fn()
  Object.assign(window, { requestIdleCallback, cancelIdleCallback })
  const run = jest.fn()
  whenIdle(run)()
  expect(requestIdleCallback).toHaveBeenCalledWith(run, { timeout: IDLE_MAX_MS })
  expect(IDLE_MAX_MS).toBeLessThanOrEqual(1000)
  expect(cancelIdleCallback).toHaveBeenCalledWith(7)
})
