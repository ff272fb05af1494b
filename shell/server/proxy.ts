import type { ServerResponse } from 'node:http'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { currentCause, UPLOAD_WAITS } from 'shared/server'
import { refuse } from './refuse.ts'

export const API_PREFIXES = [
  '/api',
  '/home/api',
  '/o',
  '/pki',
  '/dev/outbox',
  '/.well-known/oauth-authorization-server',
] as const

/** Between two chunks. */
const BODY_TIMEOUT_MS = 120_000
export const CALLS_AT_ONCE = 128

type Headers = FastifyRequest['headers']

const withoutTrace = ({ traceparent: _parent, tracestate: _state, baggage: _baggage, ...headers }: Headers): Headers =>
  headers

const traceHeaders = (): Headers => {
  const { trace_parent: traceparent } = currentCause()
  return traceparent === null ? {} : { traceparent }
}

/** Overwrites the client's headers. */
const forwarded = (request: Pick<FastifyRequest, 'host' | 'id' | 'ip' | 'protocol'>) => ({
  'x-request-id': request.id,
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
})

/** @param connections null: unlimited */
const optionsFor = (apiUrl: string, prefix: string, connections: number | null): FastifyHttpProxyOptions => ({
  upstream: apiUrl,
  prefix,
  rewritePrefix: prefix,
  disableRequestLogging: true,
  undici: { headersTimeout: UPLOAD_WAITS.site, bodyTimeout: BODY_TIMEOUT_MS, connections },
  replyOptions: {
    // Only the browser knows whether a call is repeatable.
    retryDelay: () => null,
    rewriteRequestHeaders: (request, { expect: _answeredHere, ...headers }) => ({
      ...withoutTrace(headers),
      ...forwarded(request),
      ...traceHeaders(),
    }),
    // Keep-alive is hop-by-hop, but the
    // API may close to refuse a body.
    rewriteHeaders: ({ connection, 'keep-alive': _ours, ...headers }) =>
      connection === 'close' ? { ...headers, connection } : headers,
    onError(reply, { error }) {
      const status = 'statusCode' in error && error.statusCode === 504 ? 504 : 503
      reply.header('retry-after', '2')
      refuse(reply, 'UNAVAILABLE', status)
    },
  },
})

/** Event streams would delay the shutdown. */
const destroyStreamsOnClose = (site: FastifyInstance): void => {
  const answers = new Set<ServerResponse>()
  site.addHook('onRequest', async (_request, { raw }) => {
    answers.add(raw)
    raw.once('close', () => answers.delete(raw))
  })
  site.addHook('preClose', async () => {
    for (const answer of answers) answer.destroy()
  })
}

/**
 * Streams both ways. Event streams have separate connections, because each
 * occupies one for minutes.
 */
export const proxyApi = (site: FastifyInstance, apiUrl: string): void => {
  for (const prefix of API_PREFIXES) void site.register(httpProxy, optionsFor(apiUrl, prefix, CALLS_AT_ONCE))
  void site.register(async (events) => {
    destroyStreamsOnClose(events)
    await events.register(httpProxy, optionsFor(apiUrl, fileEventsCall.path, null))
  })
}
