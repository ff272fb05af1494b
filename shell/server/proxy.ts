import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

/** What the API answers under the site's origin, so that the browser meets one origin. */
export const API_PREFIXES = ['/api', '/home/api', '/o', '/dev/outbox'] as const

/** Milliseconds for the first byte of an answer: signing waits for a time-stamp authority. */
const HEADERS_TIMEOUT_MS = 60_000
/** Milliseconds between two pieces of an answer. */
const BODY_TIMEOUT_MS = 120_000

/** Who asks, as far as this server believes it; what the client itself claims is overwritten. */
const forwarded = (request: Pick<FastifyRequest, 'host' | 'ip' | 'protocol'>) => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
})

/**
 * Passes the API's paths on, streaming both ways: uploads are not held in memory, byte ranges of PDFs stay as they are.
 * An API that is away answers as the contract says.
 */
export const proxyApi = (site: FastifyInstance, apiUrl: string): void => {
  for (const prefix of API_PREFIXES)
    void site.register(httpProxy, {
      upstream: apiUrl,
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      undici: { headersTimeout: HEADERS_TIMEOUT_MS, bodyTimeout: BODY_TIMEOUT_MS, connections: 128 },
      replyOptions: {
        // Only the browser knows whether a call may be repeated.
        retryDelay: () => null,
        rewriteRequestHeaders: (request, { expect: _answeredHere, ...headers }) => ({
          ...headers,
          ...forwarded(request),
        }),
        onError(reply, { error }) {
          const status = 'statusCode' in error && error.statusCode === 504 ? 504 : 503
          reply.header('retry-after', '2')
          refuse(reply, 'UNAVAILABLE', status)
        },
      },
    })
}
