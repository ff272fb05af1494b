import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
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

/**
 * Allows the site's origin if the API has another
 * one. Behind the site server, both are the same.
 */
export const allowSite = async (app: FastifyInstance, publicUrl: string): Promise<void> => {
  await app.register(cors, {
    origin: new URL(publicUrl).origin,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Range', 'If-Range', 'If-None-Match', 'Idempotency-Key'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    // Otherwise responses reveal the allowed origin.
    strictPreflight: true,
  })
}
