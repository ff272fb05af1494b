import { downloadFileCall, fileEventsCall, uploadFileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { completionCertificateCall, evidenceCall } from 'shared/contract/evidence'
import { startInvited } from '../support/invited.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../support/test-server.ts'

const METRICS_TOKEN = 'palabra-de-las-cifras'

let server: TestServer
let owner: string
let documentId: number

beforeAll(async () => {
  const { ana, luis, document, olga, open, sign, ...invited } = await startInvited({ variables: { METRICS_TOKEN } })
  server = invited.server
  owner = olga.access_token
  documentId = document.id
  await sign(await open('ana@example.com'), ana)
  await sign(await open('luis@example.com'), luis)
})
afterAll(closeTestServers)

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

const asOwner = (): Request => ({ headers: { authorization: `Bearer ${owner}` } })
const json = { 'content-type': 'application/json' }

const ANSWERS: readonly (readonly [what: string, url: () => string, status: number, request: () => Request])[] = [
  ['JSON', () => '/home/api/files/', 200, asOwner],
  ['a download', () => pathOf(downloadFileCall, { id: documentId }), 200, asOwner],
  [
    'a part of a download',
    () => pathOf(downloadFileCall, { id: documentId }),
    206,
    () => ({ headers: { authorization: `Bearer ${owner}`, range: 'bytes=0-3' } }),
  ],
  ['a certificate', () => pathOf(completionCertificateCall, { id: documentId }), 200, asOwner],
  ['evidence', () => pathOf(evidenceCall, { id: documentId }), 200, asOwner],
  ['no session', () => '/home/api/files/', 401, () => ({})],
  ['an unreadable body', () => loginCall.path, 400, () => ({ method: 'POST', payload: '{', headers: json })],
  [
    'too large a body',
    () => loginCall.path,
    413,
    () => ({ method: 'POST', payload: `"${'x'.repeat(1_100_000)}"`, headers: json }),
  ],
  ['a body of no known type', () => uploadFileCall.path, 400, () => ({ ...asOwner(), method: 'POST', payload: 'x' })],
  ['an unknown path', () => '/nowhere', 404, () => ({})],
  ['an address that cannot be read', () => '/home/api/%', 400, () => ({})],
  ['a preflight', () => '/home/api/files/', 204, () => preflight('https://trazo.example')],
  ['health', () => '/healthz', 200, () => ({})],
  ['readiness', () => '/readyz', 200, () => ({})],
  ['figures', () => '/metrics', 200, () => ({ headers: { authorization: `Bearer ${METRICS_TOKEN}` } })],
  ['the page about the calls', () => '/home/api/docs/', 200, () => ({})],
  ['a script of it', () => '/home/api/docs/static/swagger-ui-bundle.js', 200, () => ({})],
  ['mails that did not leave', () => '/dev/outbox', 200, () => ({})],
  ['an authority’s certificate', () => '/pki/ca', 200, () => ({})],
]

const preflight = (origin: string): Request => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'GET' },
})

test.each(ANSWERS)('the answer carries the security headers: %s', async (_, url, status, request) => {
  const answer = await server.app.inject({ url: url(), ...request() })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject(ALWAYS)
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
})

test('an internal error carries the security headers', async () => {
  const broken = jest.spyOn(server.services.db, 'selectFrom').mockImplementation(() => {
    throw new Error('the disk is on fire')
  })
  const answer = await server.app.inject({ url: '/home/api/files/', ...asOwner() })
  broken.mockRestore()
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).toMatchObject(ALWAYS)
})

test('a stream of events carries the security headers', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const controller = new AbortController()
  const { headers = {} } = asOwner()
  const answer = await fetch(`${address}${fileEventsCall.path}`, { headers, signal: controller.signal })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject(ALWAYS)
  controller.abort()
})

test('without TLS no answer carries the HSTS header', async () => {
  const plain = await openTestServer({ variables: { PUBLIC_URL: 'http://localhost:3000' } })
  const headers = { 'x-forwarded-proto': 'https' }
  for (const url of ['/healthz', '/nowhere', '/home/api/%'])
    expect((await plain.app.inject({ url, headers })).headers).not.toHaveProperty('strict-transport-security')
})
