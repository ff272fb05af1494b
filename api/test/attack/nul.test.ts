import { findFilesCall, validateInvitationCall } from 'shared/contract'
import { oauthRevokeCall, oauthTokenCall } from 'shared/contract/accounts'
import { multipart, registerPerson, threePages, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let owner: string
let documentId: number

beforeAll(async () => {
  server = await openTestServer()
  owner = (await registerPerson(server, 'olga')).access_token
  documentId = (await uploadDocument(server, owner)).id
})
afterAll(closeTestServers)

const headers = () => ({ authorization: `Bearer ${owner}` })

test.each([
  ['grant_type=password&username=olga%00&password=una', 400, 'invalid_grant'],
  ['grant_type=password&username=olga&password=una%00', 400, 'invalid_grant'],
  ['grant_type=refresh_token&refresh_token=%00', 400, 'unsupported_grant_type'],
  ['grant_type=password%00&username=olga&password=una', 400, 'unsupported_grant_type'],
  ['grant_type=password&username=olga&password=una&client_id=%00', 400, 'invalid_grant'],
  ['grant_type=password&username=olga&password=una&client_id=a&client_secret=%00', 401, 'invalid_client'],
])('the token call refuses a form with a NUL: %s', async (payload, status, error) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await server.app.inject({ method: 'POST', url: oauthTokenCall.path, payload, headers: form })
  expect([answer.statusCode, answer.json().error]).toEqual([status, error])
})

test('revoking a token with a NUL succeeds, as for any unknown token', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'token=%00&client_id=a'
  const answer = await server.app.inject({ method: 'POST', url: oauthRevokeCall.path, payload, headers: form })
  expect(answer.statusCode).toBe(200)
})

test.each([
  `${validateInvitationCall.path}?token=%00`,
  `${findFilesCall.path}?q=%00`,
  `${findFilesCall.path}?q=a%00b`,
  `${findFilesCall.path}?cursor=%00`,
  '/home/api/signature-fields/?user_file_id=%00',
])('the API refuses a NUL in a URL: %s', async (url) => {
  const answer = await server.app.inject({ url, headers: headers() })
  expect(answer.statusCode).toBe(400)
})

test.each(['signer_name', 'signer_email', 'field_id', 'label'])(
  'the API refuses a NUL in the property %s of a field',
  async (name) => {
    const body = { field_id: 'f', field_type: 'SECONDARY', signer_name: 'Ana', signer_email: 'ana@example.com' }
    const payload = { ...body, user_file_id: documentId, [name]: 'a\0b' }
    const url = '/home/api/signature-fields/'
    const answer = await server.app.inject({ method: 'POST', url, payload, headers: headers() })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION'])
  },
)

test('the API refuses a NUL in a multipart value and removes a NUL from a file name', async () => {
  const send = async (type: string, filename: string) => {
    const parts = [
      ['file_type_id', type],
      ['file', { bytes: threePages(), filename }],
    ] as const
    const { payload, headers: form } = await multipart(parts)
    return server.app.inject({ method: 'POST', url: '/home/api/files/', payload, headers: { ...form, ...headers() } })
  }
  expect((await send('1\0', 'a.pdf')).statusCode).toBe(400)
  const kept = await send('1', 'a\0b.pdf')
  expect(kept.statusCode < 500 && !kept.body.includes('\\u0000')).toBe(true)
})

test('the API refuses a bearer token with a NUL', async () => {
  const answer = await server.app.inject({ url: '/home/api/files/', headers: { authorization: 'Bearer a\0b' } })
  expect(answer.statusCode).toBe(401)
})
