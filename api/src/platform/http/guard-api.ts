import type { FastifyInstance } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { CLIENT_LIMITS, type ClientGuard, type ClientLimits, guardClients, hashHex } from 'shared/server'
import { ApiError } from './api-error.ts'

/** Unfinished calls with one bearer token, event streams aside. */
export const CALLS_OF_ACCOUNT = 64

/** Seconds. */
const RETRY_AFTER = 2

interface GuardApiOptions {
  readonly clientLimits?: ClientLimits
  readonly trustedProxies?: string
  readonly rateLimitFactor: number
}

const multiplied = (count: number, factor: number): number => Math.max(1, Math.floor(count * factor))

/** The factor multiplies what one address may hold, as it does rate limits. */
export const guardApi = ({ clientLimits = CLIENT_LIMITS, trustedProxies, rateLimitFactor }: GuardApiOptions) =>
  guardClients({
    limits: {
      ...clientLimits,
      connections: multiplied(clientLimits.connections, rateLimitFactor),
      calls: multiplied(clientLimits.calls, rateLimitFactor),
      streams: multiplied(clientLimits.streams, rateLimitFactor),
    },
    trustedProxies: trustedProxies ?? 'loopback',
    isBehindSite: true,
  })

/** Before bodies are read and tokens are looked up: a wrong token limits itself alone. */
export const limitCallsAtOnce = (app: FastifyInstance, guard: ClientGuard, rateLimitFactor: number): void =>
  guard.limitCalls(app, {
    isStream: ({ method, routeOptions }) => method === 'GET' && routeOptions.url === fileEventsCall.path,
    account: {
      most: multiplied(CALLS_OF_ACCOUNT, rateLimitFactor),
      keyOf: ({ headers: { authorization } }) =>
        authorization === undefined ? undefined : `bearer ${hashHex(authorization)}`,
    },
    refuse: (_request, reply) => {
      reply.header('connection', 'close')
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER })
    },
  })
