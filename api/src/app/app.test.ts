import { Writable } from 'node:stream'
import { errorMessages } from 'shared/contract/errors'
import { calls } from '../../test/support/calls.ts'
import { closeTestServers, openTestServer } from '../../test/support/test-server.ts'
import { createLog } from '../platform/logging.ts'

afterEach(closeTestServers)

test('the server has a route for every call of the contract', async () => {
  const { app } = await openTestServer()
  const unserved = calls.filter(({ method, path }) => app.findRoute({ method, url: path }) === null)
  expect(unserved.map(({ name }) => name)).toEqual([])
})

test('the server accepts an address with and without its trailing slash', async () => {
  const { app } = await openTestServer()
  for (const path of [
    '/home/api/files',
    '/home/api/files/',
    '/home/api/signature-fields/1',
    '/home/api/signature-fields/1/',
  ])
    expect((await app.inject(path)).statusCode).toBe(401)
})

test('an unknown address returns status 404 as JSON with the request id', async () => {
  const { app } = await openTestServer()
  const response = await app.inject('/home/api/nada')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({
    code: 'NOT_FOUND',
    message: errorMessages.NOT_FOUND,
    request_id: response.headers['x-request-id'],
  })
})

test.each([
  ['broken JSON', '{"username":', 'application/json', 'VALIDATION'],
  ['a __proto__ key', '{"__proto__":{"a":1}}', 'application/json', 'VALIDATION'],
  ['an unknown kind of body', 'hola', 'text/csv', 'VALIDATION'],
  ['more than 1 MB', `{"username":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 'PAYLOAD_TOO_LARGE'],
])('the API refuses a body with %s', async (_, payload, contentType, code) => {
  const { app } = await openTestServer()
  const headers = { 'content-type': contentType }
  const response = await app.inject({ method: 'POST', url: '/api/auth/login/', headers, payload })
  expect(response.json()).toMatchObject({ code })
})

test('the API refuses an invalid document id with a validation error', async () => {
  const { app } = await openTestServer()
  for (const id of ['abc', '-1', '0', '1e3', '99999999999999999'])
    expect((await app.inject(`/home/api/files/${id}/public_download`)).json()).toMatchObject({ code: 'VALIDATION' })
})

test('each response carries a request id, generated or received, and may not be cached', async () => {
  const { app } = await openTestServer()
  const own = await app.inject('/healthz')
  expect(own.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(own.headers['cache-control']).toBe('no-store')
  const given = await app.inject({ url: '/healthz', headers: { 'x-request-id': 'sitio-1234' } })
  expect(given.headers['x-request-id']).toBe('sitio-1234')
  const hostile = await app.inject({ url: '/healthz', headers: { 'x-request-id': 'a b"c' } })
  expect(hostile.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('the API trusts X-Forwarded-For only from the proxy on the same machine', async () => {
  const { app } = await openTestServer()
  app.get('/quien', async (request) => request.ip)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await app.inject({ url: '/quien', headers, remoteAddress: '127.0.0.1' })).body).toBe('203.0.113.9')
  expect((await app.inject({ url: '/quien', headers, remoteAddress: '198.51.100.7' })).body).toBe('198.51.100.7')
})

describe('readiness check', () => {
  test('the readiness check reports the database, the disk, signing and sealing as working', async () => {
    const { app } = await openTestServer()
    const response = await app.inject('/readyz')
    expect(response.statusCode).toBe(200)
    const checks = { database: 'ok', disk: 'ok', signing: 'ok', sealing: 'ok', mail: 'ok' }
    expect(response.json()).toEqual({ status: 'ready', checks, problems: [], warnings: [] })
  })

  test('the readiness check fails while the signer fails and succeeds again after its recovery', async () => {
    const { app, services, clock } = await openTestServer()
    const broken = jest.spyOn(services.signer, 'selfTest').mockRejectedValue(new Error('no keys'))
    const response = await app.inject('/readyz')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({
      status: 'not-ready',
      checks: { signing: 'failed', database: 'ok' },
      problems: [expect.stringMatching(/nadie puede firmar/)],
    })
    broken.mockRestore()
    clock.advance(5000)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('without a database, the readiness check reports only the database as failed', async () => {
    const { app, services } = await openTestServer()
    for (const work of ['selectFrom', 'insertInto'] as const)
      jest.spyOn(services.db, work).mockImplementation(() => {
        throw new Error('away')
      })
    const { checks, problems } = (await app.inject('/readyz')).json()
    expect([checks, problems]).toEqual([
      { database: 'failed', disk: 'ok', signing: 'ok', sealing: 'ok', mail: 'ok' },
      [expect.stringMatching(/^La base de datos no responde/)],
    ])
    jest.restoreAllMocks()
  })

  test('several simultaneous readiness checks make one test signature', async () => {
    const { app, services } = await openTestServer()
    const selfTest = jest.spyOn(services.signer, 'selfTest')
    await Promise.all([1, 2, 3].map(() => app.inject('/readyz')))
    expect(selfTest).toHaveBeenCalledTimes(1)
  })
})

test('the log contains no token and no password', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog('info', sink)
  const request = { method: 'GET', url: '/home/api/validate-invitation-token?token=secreto', ip: '192.0.2.1' }
  log.info({ req: request, body: { password: 'secreto', refresh_token: 'secreto' } }, 'línea')
  expect(lines.join('')).toContain('/home/api/validate-invitation-token')
  expect(lines.join('')).toContain('192.0.2.1')
  expect(lines.join('')).not.toContain('secreto')
})
