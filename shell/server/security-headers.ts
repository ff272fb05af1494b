import type { FastifyInstance, FastifyRequest } from 'fastify'

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

/** What every answer carries; the policy is that of an answer without one of its own. */
export const securityHeaders = ({ protocol }: Pick<FastifyRequest, 'protocol'>): Record<string, string> => ({
  ...always,
  'content-security-policy': "frame-ancestors 'none'",
  ...(protocol === 'https' ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
})

/** Adds the headers that every answer carries; a content security policy of the answer's own stays. */
export const addSecurityHeaders = (site: FastifyInstance): void => {
  site.addHook('onSend', async (request, reply) => {
    const own = reply.getHeader('content-security-policy')
    reply.headers({ ...securityHeaders(request), ...(own === undefined ? {} : { 'content-security-policy': own }) })
  })
}
