/** @jest-environment node */
import fastify from 'fastify'
import { addSecurityHeaders, NO_CONTENT_POLICY, protocolOf, securityHeaders } from './security-headers.ts'

const HSTS = 'strict-transport-security'

test('every response has the security headers, and HSTS only with https', () => {
  expect(securityHeaders({ protocol: 'https' })).toEqual({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    [HSTS]: 'max-age=63072000; includeSubDomains',
  })
  expect(securityHeaders({ protocol: 'http' })).not.toHaveProperty(HSTS)
})

test.each([
  ['https://firmas.example', 'http', 'https'],
  ['http://localhost:3000', 'https', 'http'],
  ['', 'https', 'https'],
  ['', 'http', 'http'],
] as const)('with the public URL %j, a request by %s counts as %s', (publicUrl, protocol, expected) => {
  expect(protocolOf(publicUrl, { protocol })).toBe(expected)
})

test('a response keeps its own content policy, and the site replaces a weaker value of another header', async () => {
  const server = fastify()
  addSecurityHeaders(server, 'https://firmas.example')
  const own = { 'content-security-policy': "default-src 'none'; sandbox", 'referrer-policy': 'unsafe-url' }
  server.get('/own', async (_request, reply) => reply.headers(own).send('own'))
  server.get('/plain', async () => 'plain')
  const expected = securityHeaders({ protocol: 'https' })
  expect((await server.inject('/own')).headers).toMatchObject({
    ...expected,
    'content-security-policy': own['content-security-policy'],
  })
  for (const url of ['/plain', '/nowhere'])
    expect((await server.inject(url)).headers).toMatchObject({
      ...expected,
      'content-security-policy': NO_CONTENT_POLICY,
    })
  await server.close()
})
