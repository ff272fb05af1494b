import { inviteSigner, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('the outbox page lists mails, shows a mail with working links, and runs no script', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer, undefined, '<img src=x onerror=alert(1)>.pdf')
  await inviteSigner(server, bearer, await placeField(server, bearer, document.id))

  const list = await server.app.inject('/dev/outbox')
  expect(list.headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/)
  expect(list.body).toContain('&lt;img')
  expect(list.body).not.toContain('<img')
  const path = /href="(\/dev\/outbox\/\d+)"/.exec(list.body)?.[1] ?? ''

  const mail = await server.app.inject(path)
  expect(mail.body).toMatch(/<a href="https:\/\/trazo\.example\/sign\/\d+\/[^"]+token=[\w-]+&amp;fieldId=\d+">/)
  expect(mail.body).not.toContain('<img')

  const html = await server.app.inject(`${path}/html`)
  expect(html.headers['content-security-policy']).toContain('sandbox')
  expect(html.headers['content-security-policy']).not.toContain('allow-scripts')
  expect(html.body).toContain('Revisar y firmar')
})

test('the outbox page answers 404 for a mail that does not exist', async () => {
  const server = await openTestServer()
  for (const path of ['/dev/outbox/1', '/dev/outbox/x', '/dev/outbox/1/html'])
    expect((await server.app.inject(path)).statusCode).toBe(404)
})
