import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from 'shared/server'
import type { RateLimit } from './rate-limiter.ts'
import { EVERYBODY_KEY, type RouteServices } from './route.ts'

/** Bytes. */
const REQUEST_LIMIT = 8 * 1024

/** Public routes; each needs a rate limit. */
export const servePublic = (
  { limiter }: RouteServices,
  app: FastifyInstance,
  route: {
    readonly method: 'GET' | 'POST'
    readonly url: string
    readonly limit: RateLimit
    readonly altogether?: RateLimit
  },
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void => {
  app.route({
    method: route.method,
    url: route.url,
    bodyLimit: REQUEST_LIMIT,
    schema: { hide: true },
    handler: async (request, reply) => {
      await limiter.hit(route.limit, addressKey(request.ip))
      if (route.altogether !== undefined) await limiter.hit(route.altogether, EVERYBODY_KEY)
      return handler(request, reply)
    },
  })
}

export const sendBytes = (
  reply: FastifyReply,
  type: string,
  bytes: Uint8Array | string,
  keptSeconds?: number,
): FastifyReply => {
  if (keptSeconds !== undefined) reply.header('cache-control', `public, max-age=${keptSeconds}`)
  return reply.type(type).send(typeof bytes === 'string' ? bytes : Buffer.from(bytes))
}

export const paramOf = ({ params }: FastifyRequest, name: string): string => {
  const value =
    typeof params === 'object' && params !== null ? Object.entries(params).find(([key]) => key === name) : []
  return String(value?.[1] ?? '')
}
