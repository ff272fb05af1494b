import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withRequest } from './cause.ts'
import type { RequestTracing, TraceSpan } from './span.ts'

const UNTRACED: readonly unknown[] = ['/healthz', '/readyz', '/metrics']

/** Only a trusted proxy's: others' `X-Forwarded-For` does not count. */
export const forwardedTraceParent = ({ headers, ips = [] }: FastifyRequest): string | null =>
  ips.length > 1 && typeof headers.traceparent === 'string' ? headers.traceparent : null

const endOnClose = (span: TraceSpan, { raw }: FastifyReply): void => {
  raw.once('close', () => {
    const { statusCode } = raw
    span.add({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.fail(statusCode)
    span.end()
  })
}

/**
 * Binds the request's id, and its span if tracing is on, to its work.
 * @param parentOf default: each request begins a trace
 */
export const traceRequests = (
  server: FastifyInstance,
  tracing: RequestTracing | undefined,
  parentOf: (request: FastifyRequest) => string | null = () => null,
): void => {
  const spans = new WeakMap<FastifyRequest, TraceSpan>()
  server.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    if (tracing === undefined || UNTRACED.includes(route)) return
    const span = tracing.start(`${request.method} ${route}`, {
      kind: 'server',
      parent: parentOf(request),
      attributes: { 'http.request.method': request.method, 'http.route': route, 'trazo.request_id': request.id },
    })
    spans.set(request, span)
    endOnClose(span, reply)
  })
  server.addHook('preHandler', (request, _reply, done) => withRequest(request.id, spans.get(request), done))
}
