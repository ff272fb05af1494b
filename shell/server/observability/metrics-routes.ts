import type { FastifyInstance } from 'fastify'
import { SiteEventsSchema } from 'shared/contract/load-events'
import { addressKey, type ClientGuard, createWindowCounter, hasBearerToken } from 'shared/server'
import * as v from 'valibot'
import { refuseRequest } from '../refuse.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import type { ReleaseHealthRule } from '../release-health/create-health-rule.ts'
import { createLoadMetrics } from './load-metrics.ts'

/** A full list of events fits. */
const BODY_BYTES = 8 * 1024
/** Many users may share an address. */
const EVENTS_MAX = 120
const WINDOW_MS = 60_000
/** Bounds memory. */
const CALLERS_MAX = 10_000

interface MetricsOptions {
  readonly dataDir: string
  /** '' closes /metrics. */
  readonly metricsToken: string
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly judge?: ReleaseHealthRule | undefined
  readonly guard?: Pick<ClientGuard, 'faults'>
}

/**
 * Events contain no identifiers. /metrics requires the token, because
 * it names releases and their failures.
 */
export const serveSiteMetrics = (
  site: FastifyInstance,
  { dataDir, metricsToken, now, judge, guard }: MetricsOptions,
): void => {
  const metrics = createLoadMetrics(guard)
  const calls = createWindowCounter(CALLERS_MAX, now)
  site.post('/mf-events', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    if (calls.hit(addressKey(request.ip), WINDOW_MS).count > EVENTS_MAX) return refuseRequest(reply, 'RATE_LIMITED')
    const events = v.safeParse(SiteEventsSchema, request.body)
    if (!events.success) return refuseRequest(reply, 'VALIDATION')
    const registry = await readStoredRegistry(dataDir).catch(() => undefined)
    metrics.count(events.output, registry)
    if (registry) judge?.note(events.output, request.ip, registry)
    return reply.code(204).send()
  })
  site.get('/metrics', async (request, reply) =>
    hasBearerToken(request.headers.authorization, metricsToken)
      ? reply
          .header('cache-control', 'no-store')
          .type(metrics.contentType)
          .send(await metrics.text(await readStoredRegistry(dataDir).catch(() => undefined)))
      : refuseRequest(reply, 'NOT_FOUND'),
  )
}
