import perfHooks from 'node:perf_hooks'
import { Registry } from 'prom-client'
import { DAY_MS } from '../../platform/clock.ts'
import type { DelayFigures } from '../../platform/monitoring/loop-delay.ts'
import { addProcessMetrics } from './loop-delay-metrics.ts'

const taken: DelayFigures = { min: 0.001, max: 0.7, mean: 0.02, stddev: 0.03, p50: 0.004, p90: 0.05, p99: 0.6 }

test('a reading has the figures of the only sampler, taken once', async () => {
  const registry = new Registry()
  let times = 0
  const takeFigures = () => {
    times += 1
    return taken
  }
  addProcessMetrics(registry, { takeFigures, takeMean: () => 0, stop: () => undefined })
  const text = await registry.metrics()
  expect(times).toBe(1)
  for (const [name, value] of Object.entries(taken))
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_${name}_seconds ${value}$`, 'm'))
})

test("the library's own sampler takes no sample in a day", () => {
  const samplers = jest.spyOn(perfHooks, 'monitorEventLoopDelay')
  addProcessMetrics(new Registry(), { takeFigures: () => taken, takeMean: () => 0, stop: () => undefined })
  const resolutions = samplers.mock.calls.map(([options]) => options?.resolution ?? 0)
  samplers.mockRestore()
  expect(resolutions).toHaveLength(1)
  expect(resolutions[0]).toBeGreaterThan(DAY_MS)
})
