import type { FastifyInstance } from 'fastify'

/** On every answer, whoever made it. */
const always = {
  'x-content-type-options': 'nosniff',
  // Addresses of signing pages carry invitation tokens.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const

/** Two years, the usual minimum of the browsers' preload lists. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** Adds the headers that every answer carries; a content security policy of the answer's own stays. */
export const addSecurityHeaders = (site: FastifyInstance): void => {
  site.addHook('onSend', async (request, reply) => {
    reply.headers(always)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', "frame-ancestors 'none'")
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
  })
}
