import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { DelayFigures, LoopDelay } from '../../platform/monitoring/loop-delay.ts'

/** Milliseconds, 24 days: the longest that a timer takes. */
const NEVER = 2 ** 31 - 1

const figureNames = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'] as const satisfies (keyof DelayFigures)[]

/** Default metrics of the process; those of its event loop come from the sampler that load shedding reads. */
export const addProcessMetrics = (registry: Registry, delay: LoopDelay): void => {
  // The library cannot leave its own sampler out.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER })
  const gauges = figureNames.map((figure, index) => {
    const name = `nodejs_eventloop_lag_${figure}_seconds`
    registry.removeSingleMetric(name)
    const gauge = new Gauge({
      name,
      help: `Delay of the event loop since the last reading, in seconds: ${figure}.`,
      registers: [registry],
      // Collected before the others are read; taking the figures starts the next period.
      collect: () => {
        if (index > 0) return
        const taken = delay.takeFigures()
        for (const one of gauges) one.gauge.set(taken[one.figure])
      },
    })
    return { figure, gauge }
  })
}
