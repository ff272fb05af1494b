import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const preflight = async (origin: string) => {
  const { app } = await openTestServer()
  return app.inject({
    method: 'OPTIONS',
    url: '/home/api/files/',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  })
}

test('the API allows cross-origin requests from the site’s own origin', async () => {
  const { services } = await openTestServer()
  const { origin } = new URL(services.publicUrl)
  const { statusCode, headers } = await preflight(origin)
  expect(statusCode).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  })
})

test('the API does not allow requests from another origin', async () => {
  const { headers } = await preflight('https://otro.example')
  expect(headers['access-control-allow-origin']).not.toBe('https://otro.example')
  expect(headers['access-control-allow-origin']).not.toBe('*')
})
