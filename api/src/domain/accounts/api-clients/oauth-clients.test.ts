import { findFilesCall, listFieldsCall } from 'shared/contract'
import {
  deleteProgramClientCall,
  listProgramClientsCall,
  listProgramTokensCall,
  type NewProgramToken,
  oauthRevokeCall,
  oauthTokenCall,
  programScopes,
  rotateProgramClientCall,
} from 'shared/contract/accounts'
import { createClient } from '../../../../test/support/api-clients.ts'
import { registerPerson } from '../../../../test/support/people.ts'
import { prove } from '../../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { purgeExpired } from '../../personal-data/purge-expired.ts'

let server: TestServer
let olga: string

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(closeTestServers)

const register = (input: Partial<NewProgramToken> = {}) => createClient(server, olga, input)
const credentials = ({ client_secret, details }: Awaited<ReturnType<typeof register>>) => ({
  client_id: details.client_id,
  client_secret,
})
const grant = { grant_type: 'client_credentials' }
const issue = async (client: { client_id: string; client_secret: string }, scope = '') =>
  succeed(server, oauthTokenCall, { body: { ...grant, ...client, scope } })
const isInvalid = async (body: object) =>
  expect(await refuse(server, oauthTokenCall, { body: { ...grant, ...body } })).toMatchObject({
    status: 401,
    error: 'invalid_client',
  })
const use = (bearer: string) => succeed(server, findFilesCall, { bearer, query: { limit: '1' } })
const isDead = async (bearer: string) =>
  expect(await refuse(server, findFilesCall, { bearer })).toMatchObject({ status: 401, code: 'SESSION_EXPIRED' })

test('a client gets a token for one hour without a refresh token, and both secrets are stored hashed', async () => {
  const client = credentials(await register())
  const { access_token, ...rest } = await issue(client)
  expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: programScopes.join(' ') })
  await use(access_token)
  const { db } = server.services
  const stored = [
    await db.selectFrom('program_tokens').selectAll().execute(),
    await db.selectFrom('client_access_tokens').selectAll().execute(),
    await db.selectFrom('outbox').select('text_body').execute(),
  ]
  expect(JSON.stringify(stored)).not.toContain(client.client_secret)
  expect(JSON.stringify(stored)).not.toContain(access_token)
  const [listed] = await succeed(server, listProgramClientsCall, { bearer: olga })
  expect(listed).toMatchObject({ hint: client.client_secret.slice(-4), last_used_at: expect.any(String) })
  expect(await succeed(server, listProgramTokensCall, { bearer: olga })).toEqual([])
  server.clock.advance(HOUR_MS)
  await isDead(access_token)
  await purgeExpired(db, { before: 0, now: server.clock.now() })
  expect(await db.selectFrom('client_access_tokens').selectAll().execute()).toEqual([])
})

test('HTTP Basic authenticates a client, and a wrong secret gets a WWW-Authenticate header', async () => {
  const { client_id, client_secret } = credentials(await register())
  const ask = (secret: string, more = '') =>
    server.app.inject({
      method: 'POST',
      url: oauthTokenCall.path,
      payload: `grant_type=client_credentials${more}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
      },
    })
  const good = await ask(client_secret)
  expect([good.statusCode, good.headers['cache-control']]).toEqual([200, 'no-store'])
  const wrong = await ask('no')
  expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'invalid_client'])
  expect(wrong.headers['www-authenticate']).toBe('Basic realm="Trazo"')
  expect((await ask(client_secret, '&client_secret=x')).json().error).toBe('invalid_request')
})

test('a client’s token can have a subset of the client’s scopes, and no other scope', async () => {
  const client = credentials(await register({ scopes: ['documents:write'] }))
  const { access_token, scope } = await issue(client, 'documents:write')
  expect(scope).toBe('documents:write')
  expect(await refuse(server, findFilesCall, { bearer: access_token })).toMatchObject({ status: 403 })
  for (const asked of ['documents:read', 'documents:write documents:read', 'admin', 'documents:write admin'])
    expect(await refuse(server, oauthTokenCall, { body: { ...grant, ...client, scope: asked } })).toMatchObject({
      status: 400,
      error: 'invalid_scope',
    })
})

test.each([
  ['no client', {}],
  ['an unknown client', { client_id: 'trzc_1', client_secret: 'trzs_x' }],
  ['a client that is no number', { client_id: "trzc_1' or 1=1", client_secret: 'trzs_x' }],
  ['a wrong secret', { client_secret: 'trzs_x' }],
  ['an empty secret', { client_secret: '' }],
])('the token endpoint answers %s with the error invalid_client', async (what, change) => {
  const client = credentials(await register())
  await isInvalid(what === 'no client' ? {} : { ...client, ...change })
})

test('the API refuses a client secret as a bearer token and an access token as a client secret', async () => {
  const client = credentials(await register())
  await isDead(client.client_secret)
  const { access_token } = await issue(client)
  await isInvalid({ ...client, client_secret: access_token })
  expect((await refuse(server, listProgramClientsCall, { bearer: access_token })).status).toBe(403)
})

test('only the owner can revoke a client, and revoking ends its tokens immediately', async () => {
  const made = await register()
  const { access_token } = await issue(credentials(made))
  const params = { clientId: made.details.id }
  const pedro = (await registerPerson(server, 'pedro')).access_token
  expect((await refuse(server, deleteProgramClientCall, { bearer: pedro, params })).status).toBe(404)
  await use(access_token)
  await succeed(server, deleteProgramClientCall, { bearer: olga, params })
  await isDead(access_token)
  await isInvalid(credentials(made))
  expect(await server.services.db.selectFrom('client_access_tokens').selectAll().execute()).toEqual([])
})

test('with a proof, the owner rotates the client secret, which ends the old secret and its tokens', async () => {
  const made = await register()
  const { access_token } = await issue(credentials(made))
  const params = { clientId: made.details.id }
  const rotate = (bearer: string, proof: string) => ({ bearer, params, body: { proof } })
  expect((await refuse(server, rotateProgramClientCall, rotate(olga, 'x'))).code).toBe('IDENTITY_NEEDED')
  const pedro = (await registerPerson(server, 'pedro')).access_token
  const proofOfPedro = await prove(server, pedro)
  expect((await refuse(server, rotateProgramClientCall, rotate(pedro, proofOfPedro))).status).toBe(404)
  const renewed = await succeed(server, rotateProgramClientCall, rotate(olga, await prove(server, olga)))
  await isDead(access_token)
  await isInvalid(credentials(made))
  await use((await issue(credentials(renewed))).access_token)
})

test('a client expires on its expiry day, together with the tokens issued before', async () => {
  const client = credentials(await register())
  server.clock.advance(30 * DAY_MS - 1)
  const { access_token } = await issue(client)
  server.clock.advance(1)
  await isDead(access_token)
  await isInvalid(client)
})

test('a client can revoke only its own tokens (RFC 7009)', async () => {
  const [one, two] = [credentials(await register()), credentials(await register())]
  const { access_token: token } = await issue(one)
  await succeed(server, oauthRevokeCall, { body: { ...two, token } })
  await use(token)
  expect((await refuse(server, oauthRevokeCall, { body: { ...one, client_secret: 'x', token } })).status).toBe(401)
  await succeed(server, oauthRevokeCall, { body: { ...one, token } })
  await isDead(token)
})

test('all tokens of a client share one rate limit, and wrong secrets do not block the correct one', async () => {
  const strict = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.05' } })
  server = strict
  olga = (await registerPerson(strict, 'olga')).access_token
  const client = credentials(await register())
  for (let attempt = 0; attempt < 5; attempt += 1)
    await refuse(strict, oauthTokenCall, { body: { ...grant, ...client, client_secret: 'x' } })
  const tokens = [await issue(client), await issue(client), await issue(client)]
  expect(await refuse(strict, oauthTokenCall, { body: { ...grant, ...client } })).toMatchObject({
    status: 429,
    error: 'temporarily_unavailable',
  })
  const left: unknown[] = []
  for (const { access_token } of tokens) {
    const headers = { authorization: `Bearer ${access_token}` }
    const { headers: answered } = await strict.app.inject({ url: listFieldsCall.path, headers })
    left.push(answered['ratelimit-remaining'])
  }
  expect(left).toEqual(['29', '28', '27'])
})

test('the metadata document names the issuer and the token endpoint (RFC 8414)', async () => {
  const response = await server.app.inject('/.well-known/oauth-authorization-server')
  const metadata = response.json()
  const issuer = new URL(server.services.publicUrl).origin
  expect(metadata).toMatchObject({
    issuer,
    token_endpoint: `${issuer}${oauthTokenCall.path}`,
    grant_types_supported: ['client_credentials'],
    scopes_supported: [...programScopes],
  })
  const documented = new URL(metadata.service_documentation).pathname
  expect((await server.app.inject(documented)).statusCode).toBe(200)
})
