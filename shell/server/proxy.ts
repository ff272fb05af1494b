import type { ServerResponse } from 'node:http'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { refuse } from './refuse.ts'

/** What the API answers under the site's origin, so that the browser meets one origin. */
export const API_PREFIXES = ['/api', '/home/api', '/o', '/pki', '/dev/outbox'] as const

/** Milliseconds for the first byte of an answer: signing waits for a time-stamp authority. */
const HEADERS_TIMEOUT_MS = 60_000
/** Milliseconds between two pieces of an answer. */
const BODY_TIMEOUT_MS = 120_000
/** Connections to the API for the calls of one prefix. */
export const CALLS_AT_ONCE = 128

/** Who asks, as far as this server believes it; what the client itself claims is overwritten. */
const forwarded = (request: Pick<FastifyRequest, 'host' | 'ip' | 'protocol'>) => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
})

/** How one prefix is passed on, over so many connections; null: as many as it takes. */
const optionsFor = (apiUrl: string, prefix: string, connections: number | null): FastifyHttpProxyOptions => ({
  upstream: apiUrl,
  prefix,
  rewritePrefix: prefix,
  disableRequestLogging: true,
  undici: { headersTimeout: HEADERS_TIMEOUT_MS, bodyTimeout: BODY_TIMEOUT_MS, connections },
  replyOptions: {
    // Only the browser knows whether a call may be repeated.
    retryDelay: () => null,
    rewriteRequestHeaders: (request, { expect: _answeredHere, ...headers }) => ({
      ...headers,
      ...forwarded(request),
    }),
    // How long the API keeps its connection is between it and this server; that it wants no more of a body is not.
    rewriteHeaders: ({ connection, 'keep-alive': _ours, ...headers }) =>
      connection === 'close' ? { ...headers, connection } : headers,
    onError(reply, { error }) {
      const status = 'statusCode' in error && error.statusCode === 504 ? 504 : 503
      reply.header('retry-after', '2')
      refuse(reply, 'UNAVAILABLE', status)
    },
  },
})

/** Breaks off what is still being answered when the server stops: a stream of events would end minutes later. */
const breakOffAtClose = (site: FastifyInstance): void => {
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
 * Passes the API's paths on, streaming both ways: uploads are not held in memory, byte ranges of PDFs stay as they are.
 * An API that is away answers as the contract says. Streams of events have connections of their own: each keeps one
 * for minutes, and the calls of everybody else would wait for it.
 */
export const proxyApi = (site: FastifyInstance, apiUrl: string): void => {
  for (const prefix of API_PREFIXES) void site.register(httpProxy, optionsFor(apiUrl, prefix, CALLS_AT_ONCE))
  void site.register(async (events) => {
    breakOffAtClose(events)
    await events.register(httpProxy, optionsFor(apiUrl, fileEventsCall.path, null))
  })
}
