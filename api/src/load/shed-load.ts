import underPressure from '@fastify/under-pressure'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Pressure } from './load-environment.ts'
import { OverloadError, type ShedReason } from './overload-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called in the place of sending away, for a route that is always let through. */
    pressureHandler?: () => undefined
  }
}

/**
 * For routes that are answered however much there is to do: those that tell how the process is, and those whose refusal
 * would cost people more than it spares (a document being read, a session being renewed).
 */
export const alwaysAnswered: FastifyContextConfig = { pressureHandler: () => undefined }

const reasons: Readonly<Record<string, ShedReason>> = {
  [underPressure.TYPE_EVENT_LOOP_DELAY]: 'event-loop',
  [underPressure.TYPE_HEAP_USED_BYTES]: 'heap',
  [underPressure.TYPE_RSS_BYTES]: 'memory',
}

/** How often the process is looked at, in milliseconds: so long a pressure lasts at least, and sending away after it. */
export const PRESSURE_SAMPLE_MS = 1000

/**
 * Sends calls away at the door while the process has more to do than it can: before anything of them was read or begun,
 * so that what is under way gets done, and streams that are open stay open. It looks again every second, and lets
 * everybody in as soon as the pressure is gone.
 */
export const shedLoad = async (
  app: FastifyInstance,
  { eventLoopDelay, heap, memory }: Pressure,
  sampleInterval = PRESSURE_SAMPLE_MS,
): Promise<void> => {
  await app.register(underPressure, {
    sampleInterval,
    ...(eventLoopDelay === null ? {} : { maxEventLoopDelay: eventLoopDelay }),
    ...(heap === null ? {} : { maxHeapUsedBytes: heap }),
    ...(memory === null ? {} : { maxRssBytes: memory }),
    pressureHandler: async (_request: FastifyRequest, _reply, type) => {
      throw new OverloadError(reasons[type] ?? 'event-loop')
    },
  })
}
