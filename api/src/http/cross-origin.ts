import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** What the browser may read of an answer besides its body: ranges for the viewer, names for downloads, waits. */
const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Retry-After',
  'X-Request-Id',
]
/** How long a browser remembers a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600

/**
 * Lets the site's own pages call the API where {host} is another origin than theirs; nobody else's pages may. On one
 * origin, behind the site server, browsers never ask.
 */
export const allowSite = async (app: FastifyInstance, publicUrl: string): Promise<void> => {
  await app.register(cors, {
    origin: new URL(publicUrl).origin,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Range', 'If-Range', 'If-None-Match', 'Idempotency-Key'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    // Without this an origin that is not ours would be told which one is.
    strictPreflight: true,
  })
}
