import type { FastifyInstance, FastifyRequest } from 'fastify'

type Protocol = Pick<FastifyRequest, 'protocol'>

const always = {
  'x-content-type-options': 'nosniff',
  // URLs of signing pages contain invitation tokens.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const

/** Two years, as the preload lists require. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** Default for responses that are not pages. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const securityHeaders = ({ protocol }: Protocol): Record<string, string> => ({
  ...always,
  'content-security-policy': NO_CONTENT_POLICY,
  ...(protocol === 'https' ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
})

/** @param publicUrl '' if unknown; decides before the request */
export const protocolOf = (publicUrl: string, { protocol }: Protocol): 'http' | 'https' =>
  (publicUrl === '' ? protocol : new URL(publicUrl).protocol.slice(0, -1)) === 'https' ? 'https' : 'http'

/** Keeps a response's own content security policy. */
export const addSecurityHeaders = (server: FastifyInstance, publicUrl: string): void => {
  server.addHook('onSend', async (request, reply) => {
    const own = reply.getHeader('content-security-policy')
    const headers = securityHeaders({ protocol: protocolOf(publicUrl, request) })
    reply.headers({ ...headers, ...(own === undefined ? {} : { 'content-security-policy': own }) })
  })
}
