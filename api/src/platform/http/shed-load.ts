import underPressure from '@fastify/under-pressure'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { PressureLimits } from '../environment/overload-environment.ts'
import { OverloadError, type ShedReason } from '../overload/overload-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Runs instead of the rejection, to let a route through. */
    pressureHandler?: () => undefined
  }
}

/**
 * Exempts a route from load shedding: health checks,
 * and routes whose failure costs more than their
 * load (reading a document, refreshing a session).
 */
export const alwaysAnswered: FastifyContextConfig = { pressureHandler: () => undefined }

const reasons: Readonly<Record<string, ShedReason>> = {
  [underPressure.TYPE_EVENT_LOOP_DELAY]: 'event-loop',
  [underPressure.TYPE_HEAP_USED_BYTES]: 'heap',
  [underPressure.TYPE_RSS_BYTES]: 'memory',
}

/** Also the shortest rejection period. */
const PRESSURE_SAMPLE_MS = 1000

/**
 * Rejects calls with 503 while the process is overloaded, before
 * reading their bodies. Running calls and open streams continue.
 */
export const shedLoad = async (
  app: FastifyInstance,
  { eventLoopDelay, heap, memory }: PressureLimits,
): Promise<void> => {
  await app.register(underPressure, {
    sampleInterval: PRESSURE_SAMPLE_MS,
    ...(eventLoopDelay === null ? {} : { maxEventLoopDelay: eventLoopDelay }),
    ...(heap === null ? {} : { maxHeapUsedBytes: heap }),
    ...(memory === null ? {} : { maxRssBytes: memory }),
    pressureHandler: async (_request: FastifyRequest, _reply, type) => {
      throw new OverloadError(reasons[type] ?? 'event-loop')
    },
  })
}
