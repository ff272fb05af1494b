import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { PressureLimits } from '../environment/overload-environment.ts'
import type { LoopDelay } from '../monitoring/loop-delay.ts'
import { OverloadError, type ShedReason } from '../overload/overload-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isShed?: false
  }
}

/**
 * Exempts a route from load shedding: health checks,
 * and routes whose failure costs more than their
 * load (reading a document, refreshing a session).
 */
export const alwaysAnswered: FastifyContextConfig = { isShed: false }

/** Also the shortest rejection period. */
const PRESSURE_SAMPLE_MS = 1000

const isOver = (value: number, limit: number | null): boolean => limit !== null && value > limit

const findPressure = ({ eventLoopDelay, heap, memory }: PressureLimits, delay: LoopDelay): ShedReason | undefined => {
  const used = process.memoryUsage()
  const mean = delay.takeMean()
  if (isOver(mean, eventLoopDelay)) return 'event-loop'
  if (isOver(used.heapUsed, heap)) return 'heap'
  return isOver(used.rss, memory) ? 'memory' : undefined
}

/**
 * Rejects calls with 503 while the process is overloaded, before
 * reading their bodies. Running calls and open streams continue.
 */
export const shedLoad = (app: FastifyInstance, limits: PressureLimits, delay: LoopDelay): void => {
  let reason: ShedReason | undefined
  // The next period starts when the last was measured: an overloaded process does not catch up on periods.
  const timer = setTimeout(() => {
    reason = findPressure(limits, delay)
    timer.refresh()
  }, PRESSURE_SAMPLE_MS).unref()
  app.addHook('onClose', async () => clearTimeout(timer))
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (reason !== undefined && routeOptions.config.isShed !== false) throw new OverloadError(reason)
  })
}
