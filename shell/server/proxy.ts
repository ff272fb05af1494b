import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { currentCause, receiveBeginning, UPLOAD_WAITS } from 'shared/server'
import { createForwarding, FORWARDING_PLACES, type ForwardingPlaces } from './forwarding.ts'
import { refuseForNow } from './refuse.ts'

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

const optionsFor = (apiUrl: string, prefix: string, { idle }: ForwardingPlaces): FastifyHttpProxyOptions => ({
  upstream: apiUrl,
  prefix,
  rewritePrefix: prefix,
  disableRequestLogging: true,
  proxyPayloads: false,
  // `createForwarding` limits the connections.
  undici: {
    headersTimeout: UPLOAD_WAITS.site,
    bodyTimeout: BODY_TIMEOUT_MS,
    connections: null,
    keepAliveTimeout: idle,
    keepAliveMaxTimeout: idle,
  },
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
      refuseForNow(reply, 'UNAVAILABLE', status)
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

export const isEventStream = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  method === 'GET' && url.split('?', 1)[0] === fileEventsCall.path

/**
 * The API sees a call when its body has arrived, or the first 64 kB of it:
 * until then it costs no connection. Event streams have no places, because
 * each occupies a connection for minutes.
 */
export const proxyApi = (site: FastifyInstance, apiUrl: string, places: ForwardingPlaces = FORWARDING_PLACES): void => {
  const forward = createForwarding(places)
  void site.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: FastifyRequest, body: Readable) => receiveBeginning(body))
    for (const prefix of API_PREFIXES)
      await scope.register(httpProxy, { ...optionsFor(apiUrl, prefix, places), handler: forward })
    await scope.register(async (events) => {
      destroyStreamsOnClose(events)
      await events.register(httpProxy, optionsFor(apiUrl, fileEventsCall.path, places))
    })
  })
}
