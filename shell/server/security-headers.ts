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

/** Of an answer that is no page, should a browser take it for one. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries; the policy is that of an answer without one of its own. */
export const securityHeaders = ({ protocol }: Pick<FastifyRequest, 'protocol'>): Record<string, string> => ({
  ...always,
  'content-security-policy': NOTHING,
  ...(protocol === 'https' ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
})

/** How people reach the site: what PUBLIC_URL says, or how this request came where nobody says so. */
export const protocolOf = (publicUrl: string, { protocol }: Pick<FastifyRequest, 'protocol'>): 'http' | 'https' =>
  (publicUrl === '' ? protocol : new URL(publicUrl).protocol.slice(0, -1)) === 'https' ? 'https' : 'http'

/** Adds the headers that every answer carries; a content security policy of the answer's own stays. */
export const addSecurityHeaders = (site: FastifyInstance, publicUrl: string): void => {
  site.addHook('onSend', async (request, reply) => {
    const own = reply.getHeader('content-security-policy')
    const headers = securityHeaders({ protocol: protocolOf(publicUrl, request) })
    reply.headers({ ...headers, ...(own === undefined ? {} : { 'content-security-policy': own }) })
  })
}
