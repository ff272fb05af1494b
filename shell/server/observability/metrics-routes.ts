import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LoadEventsSchema } from 'shared/contract/load-events'
import * as v from 'valibot'
import { refuse } from '../refuse.ts'
import { readRegistry } from '../registry/registry-file.ts'
import { createLoadMetrics } from './load-metrics.ts'
import { createRateLimit } from './rate-limit.ts'

/** Larger than a full list of events. */
const BODY_BYTES = 8 * 1024
/** Many users may share an address. */
const EVENTS_LIMIT = { max: 120, windowMs: 60_000 }

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const isToken = (given: string | undefined, token: string): boolean =>
  token !== '' && timingSafeEqual(sha256(given ?? ''), sha256(`Bearer ${token}`))

export interface MetricsOptions {
  readonly dataDir: string
  /** '' closes /metrics. */
  readonly metricsToken: string
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/**
 * Adds `POST /mf-events` and `GET /metrics`. Load
 * events contain no identifiers. /metrics requires the
 * token, because it names releases and their failures.
 */
export const serveMetrics = (site: FastifyInstance, { dataDir, metricsToken, now }: MetricsOptions): void => {
  const metrics = createLoadMetrics()
  const isAllowed = createRateLimit(EVENTS_LIMIT, now)
  site.post('/mf-events', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    if (!isAllowed(request.ip)) return refuse(reply, 'RATE_LIMITED')
    const events = v.safeParse(LoadEventsSchema, request.body)
    if (!events.success) return refuse(reply, 'VALIDATION')
    metrics.count(events.output, await readRegistry(dataDir).catch(() => undefined))
    return reply.code(204).send()
  })
  site.get('/metrics', async (request, reply) =>
    isToken(request.headers.authorization, metricsToken)
      ? reply
          .header('cache-control', 'no-store')
          .type(metrics.contentType)
          .send(await metrics.text())
      : refuse(reply, 'NOT_FOUND'),
  )
}
