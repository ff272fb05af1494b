import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EVENTS_AT_HEADER } from 'shared/contract'

/** Response headers that pages may read. */
const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Retry-After',
  'X-Request-Id',
  EVENTS_AT_HEADER,
]
/** Seconds. */
const PREFLIGHT_SECONDS = 600

const COMMON: FastifyCorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Range', 'If-Range', 'If-None-Match', 'Idempotency-Key'],
  exposedHeaders: EXPOSED,
  maxAge: PREFLIGHT_SECONDS,
  // Otherwise responses reveal the allowed origin.
  strictPreflight: true,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a page of another origin that mounts the signing remote. */
    hostOrigin?: string
  }
  interface FastifyContextConfig {
    forHosts?: boolean
  }
}

const isForHosts = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  method === 'OPTIONS' || config.forHosts === true

/**
 * Allows the site's origin if the API has another one, and, without
 * cookies, listed origins to call routes for hosts
 * (docs/decisions/0065-hosts.md).
 */
export const allowOrigins = async (
  app: FastifyInstance,
  publicUrl: string,
  isListed: (origin: string) => Promise<boolean>,
): Promise<void> => {
  const site = new URL(publicUrl).origin
  const ofSite = { ...COMMON, origin: site, credentials: true }
  app.decorateRequest('hostOrigin')
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => {
      const { origin } = request.headers
      if (origin === undefined || origin === site || !isForHosts(request) || !(await isListed(origin))) return ofSite
      request.hostOrigin = origin
      return { ...COMMON, origin, credentials: false }
    },
  })
}
