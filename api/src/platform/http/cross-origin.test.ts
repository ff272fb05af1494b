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

test("the site's own pages may call the API from their origin", async () => {
  const { services } = await openTestServer()
  const { origin } = new URL(services.publicUrl)
  const { statusCode, headers } = await preflight(origin)
  expect(statusCode).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  })
})

test('pages of another origin are not let in', async () => {
  const { headers } = await preflight('https://otro.example')
  expect(headers['access-control-allow-origin']).not.toBe('https://otro.example')
  expect(headers['access-control-allow-origin']).not.toBe('*')
})
