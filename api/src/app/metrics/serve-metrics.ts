import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { hasBearerToken } from 'shared/server'
import { ApiError } from '../../platform/http/api-error.ts'
import { alwaysAnswered } from '../../platform/http/shed-load.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { ApiMetrics } from './create-metrics.ts'

export const measureServices = (services: ApiServices, metrics: ApiMetrics): ApiServices => ({
  ...services,
  signer: metrics.timed(services.signer),
  inspectPdf: metrics.counted(services.inspectPdf),
})

const isStream = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && routeOptions.url === fileEventsCall.path

/**
 * The site server does not forward this path. Call it before
 * registering routes.
 */
export const serveApiMetrics = (app: FastifyInstance, metrics: ApiMetrics, token: string): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isStream(request)) return
    metrics.streamOpened()
    reply.raw.once('close', metrics.streamClosed)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Streams would distort latencies.
    if (isStream(request) && reply.statusCode === 200) return
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    metrics.countRequest({ route: routeOptions.url, method, status: reply.statusCode, seconds })
  })
  const options = { logLevel: 'warn', schema: { hide: true }, config: alwaysAnswered } as const
  app.get('/metrics', options, async (request, reply) => {
    if (!hasBearerToken(request.headers.authorization, token)) throw new ApiError('NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
