import type { FastifyInstance } from 'fastify'
import { SiteEventsSchema, SiteReportSchema } from 'shared/contract/load-events'
import { addressKey, type ClientGuard, createWindowCounter, hasBearerToken } from 'shared/server'
import * as v from 'valibot'
import { refuseRequest } from '../refuse.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import { readBroken } from '../release-health/broken-releases.ts'
import type { ReleaseHealthRule } from '../release-health/create-health-rule.ts'
import { readFingerprints } from '../release-health/fingerprints.ts'
import type { ReportDesk } from '../reports/report-desk.ts'
import { type FirstPageMetrics, serveFirstPageReports } from './first-page-metrics.ts'
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
  readonly desk: Pick<ReportDesk, 'accept' | 'takeOnce'>
  readonly judge?: ReleaseHealthRule | undefined
  readonly guard?: Pick<ClientGuard, 'faults'>
}

/** Pages of older shells send no token. */
const BodySchema = v.union([
  SiteReportSchema,
  v.pipe(
    SiteEventsSchema,
    v.transform((events) => ({ token: '', events })),
  ),
])

/**
 * Events contain no identifiers. /metrics requires the token, because
 * it names releases and their failures.
 * @returns what counts the answers of the API
 */
export const serveSiteMetrics = (
  site: FastifyInstance,
  { dataDir, metricsToken, now, desk, judge, guard }: MetricsOptions,
): Pick<FirstPageMetrics, 'asked'> => {
  const metrics = createLoadMetrics(guard)
  const calls = createWindowCounter(CALLERS_MAX, now)
  site.post('/mf-events', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    if (calls.hit(addressKey(request.ip), WINDOW_MS).count > EVENTS_MAX) return refuseRequest(reply, 'RATE_LIMITED')
    const report = v.safeParse(BodySchema, request.body)
    if (!report.success) return refuseRequest(reply, 'VALIDATION')
    const registry = await readStoredRegistry(dataDir).catch(() => undefined)
    const events = desk.accept(report.output, request.ip)
    metrics.count(events, registry)
    if (registry) judge?.note(events, request.ip, registry)
    return reply.code(204).send()
  })
  site.get('/metrics', async (request, reply) =>
    hasBearerToken(request.headers.authorization, metricsToken)
      ? reply
          .header('cache-control', 'no-store')
          .type(metrics.contentType)
          .send(
            await metrics.text(await readStoredRegistry(dataDir).catch(() => undefined), {
              broken: await readBroken(dataDir),
              fingerprints: await readFingerprints(dataDir),
            }),
          )
      : refuseRequest(reply, 'NOT_FOUND'),
  )
  serveFirstPageReports(site, { desk, metrics: metrics.firstPages, now })
  return metrics.firstPages
}
