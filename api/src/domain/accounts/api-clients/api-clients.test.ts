import { STATUS_CODES } from 'node:http'
import { findFilesCall, getFileCall, listFilesCall } from 'shared/contract'
import {
  createProgramTokenCall,
  deleteAccountCall,
  deleteProgramTokenCall,
  listProgramTokensCall,
  PROGRAM_TOKEN_PREFIX,
  programScopes,
  securityLogCall,
  undoEmailChangeCall,
} from 'shared/contract/accounts'
import { createApiClient } from '../../../../test/support/api-clients.ts'
import { registerPerson, uploadDocument } from '../../../../test/support/people.ts'
import { askEmailChange, confirmToken, prove, undoToken } from '../../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { hashToken } from '../../../platform/tokens.ts'

let server: TestServer
let olga: string
const newToken = { name: 'Contabilidad', scopes: ['documents:read' as const], days: 30 as const }

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(closeTestServers)

const list = async (bearer = olga) => succeed(server, listProgramTokensCall, { bearer })
const storeToken = async ({ services, clock }: TestServer, userId: number, token: string): Promise<string> => {
  await services.db
    .insertInto('program_tokens')
    .values({
      id: newId(),
      user_id: userId,
      kind: 'token',
      name: 'Prueba',
      token_hash: hashToken(token),
      hint: '',
      scopes: programScopes.join(' '),
      created_at: clock.now(),
      expires_at: clock.now() + DAY_MS,
      last_used_at: null,
    })
    .execute()
  return token
}
const isDead = async (token: string) => {
  expect(await refuse(server, findFilesCall, { bearer: token })).toMatchObject({ status: 401, code: 'SESSION_EXPIRED' })
}

test('a program token is shown once, stored hashed, and named in the security log and in a mail', async () => {
  const { token, details } = await createApiClient(server, olga)
  expect(token).toMatch(new RegExp(`^${PROGRAM_TOKEN_PREFIX}[\\w-]{43}$`))
  expect(await list()).toEqual([details])
  expect(details).toMatchObject({ name: 'Contabilidad', hint: token.slice(-4), expired: false, last_used_at: null })
  const rows = await server.services.db.selectFrom('program_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const events = await succeed(server, securityLogCall, { bearer: olga })
  expect(events.map(({ text }) => text)).toContain('Se creó el token de programa «Contabilidad»')
  const mails = await server.services.db.selectFrom('outbox').select('text_body').execute()
  expect(mails.some(({ text_body }) => text_body.includes('«Contabilidad»'))).toBe(true)
  expect(JSON.stringify(mails)).not.toContain(token)
})

test('creating a program token requires a proof of the same session, which works once', async () => {
  const refused = await refuse(server, createProgramTokenCall, { bearer: olga, body: { ...newToken, proof: 'x' } })
  expect(refused).toMatchObject({ status: 403, code: 'IDENTITY_NEEDED' })
  const proof = await prove(server, olga)
  const body = { ...newToken, proof }
  const pedro = (await registerPerson(server, 'pedro')).access_token
  expect((await refuse(server, createProgramTokenCall, { bearer: pedro, body })).code).toBe('IDENTITY_NEEDED')
  await succeed(server, createProgramTokenCall, { bearer: olga, body })
  expect((await refuse(server, createProgramTokenCall, { bearer: olga, body })).code).toBe('IDENTITY_NEEDED')
})

test('the API records the last use of a program token at most once a minute', async () => {
  const { token } = await createApiClient(server, olga)
  const use = () => succeed(server, findFilesCall, { bearer: token, query: { limit: '1' } })
  const lastUse = async () => (await list())[0]?.last_used_at
  await use()
  const first = await lastUse()
  server.clock.advance(MINUTE_MS - 1)
  await use()
  expect(await lastUse()).toBe(first)
  server.clock.advance(1)
  await use()
  expect(await lastUse()).toBe(new Date(server.clock.now()).toISOString())
})

test('only the owner can revoke a program token, and a revoked token stops working immediately', async () => {
  const { token, details } = await createApiClient(server, olga)
  const pedro = (await registerPerson(server, 'pedro')).access_token
  const params = { tokenId: details.id }
  expect((await refuse(server, deleteProgramTokenCall, { bearer: pedro, params })).status).toBe(404)
  await succeed(server, listFilesCall, { bearer: token })
  await succeed(server, deleteProgramTokenCall, { bearer: olga, params })
  await isDead(token)
  expect(await list()).toEqual([])
})

test('a program token stops working on its expiry date and stays listed as expired', async () => {
  const { token } = await createApiClient(server, olga, { days: 30 })
  await server.services.db.updateTable('program_tokens').set({ expires_at: server.clock.now() }).execute()
  await isDead(token)
  expect(await list()).toMatchObject([{ expired: true }])
  const { details } = await createApiClient(server, olga, { days: 90 })
  expect(Date.parse(details.expires_at)).toBe(server.clock.now() + 90 * DAY_MS)
})

test('deleting the account ends and deletes its program tokens', async () => {
  const { token } = await createApiClient(server, olga)
  await succeed(server, deleteAccountCall, {
    bearer: olga,
    body: { proof: await prove(server, olga), username: 'olga' },
  })
  await isDead(token)
  expect(await server.services.db.selectFrom('program_tokens').selectAll().execute()).toEqual([])
})

test('undoing an e-mail change ends the account’s program tokens', async () => {
  await askEmailChange(server, olga, 'otra@example.com')
  await server.app.inject({
    method: 'POST',
    url: '/api/auth/email/confirm/',
    payload: { token: await confirmToken(server, 'otra@example.com') },
  })
  const { token } = await createApiClient(server, olga)
  await succeed(server, undoEmailChangeCall, { body: { token: await undoToken(server, 'olga@example.com') } })
  await isDead(token)
})

test('the API accepts a program token only as a bearer token, not in the URL, a cookie or another scheme', async () => {
  const { token } = await createApiClient(server, olga)
  const { id } = await uploadDocument(server, olga)
  const url = getFileCall.path.replace(':id', String(id))
  const ways = [
    { url: `${url}?access_token=${token}` },
    { url: `${url}?token=${token}` },
    { url, headers: { cookie: `access_token=${token}` } },
    { url, headers: { authorization: `Basic ${Buffer.from(`olga:${token}`).toString('base64')}` } },
    { url, headers: { authorization: token } },
  ]
  for (const way of ways) expect((await server.app.inject(way)).statusCode).toBe(401)
  const authorization = `Bearer ${token}`
  expect((await server.app.inject({ url, headers: { authorization } })).statusCode).toBe(200)
})

test('the API limits guessed program tokens per address and still accepts a valid token from there', async () => {
  const strict = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '1' } })
  const { access_token } = await registerPerson(strict, 'olga')
  const { token } = await createApiClient(strict, access_token)
  const guess = async () => (await refuse(strict, findFilesCall, { bearer: `trz_${'a'.repeat(43)}` })).status
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt += 1) statuses.push(await guess())
  expect(statuses).toEqual([...Array<number>(60).fill(401), 429])
  await succeed(strict, listFilesCall, { bearer: token })
})

test('each response states the remaining calls, and each program token has its own limit', async () => {
  const strict = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.005' } })
  const person = await strict.app.inject({ url: listFilesCall.path })
  expect(person.headers).not.toHaveProperty('ratelimit-limit')
  const { user } = await registerPerson(strict, 'olga')
  const tokens = await Promise.all(['trz_uno', 'trz_dos'].map((token) => storeToken(strict, user.id, token)))
  const ask = (token = '') =>
    strict.app.inject({ url: listFilesCall.path, headers: { authorization: `Bearer ${token}` } })
  const answers = [await ask(tokens[0]), await ask(tokens[0]), await ask(tokens[0]), await ask(tokens[0])]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  expect(answers[1]?.headers).toMatchObject({
    'ratelimit-limit': '3',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '600',
  })
  expect(answers[3]?.headers).toMatchObject({
    'retry-after': '600',
    'ratelimit-limit': '3',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '600',
    'content-type': expect.stringMatching(/^application\/problem\+json/),
  })
  expect((await ask(tokens[1])).statusCode).toBe(200)
})

test.each([
  [401, 'SESSION_EXPIRED', { url: '/home/api/files/', headers: { authorization: 'Bearer trz_falso' } }],
  [403, 'FORBIDDEN', { url: '/api/auth/sessions/' }],
  [404, 'NOT_FOUND', { url: '/home/api/files/1/' }],
  [404, 'NOT_FOUND', { url: '/home/api/nowhere' }],
  [400, 'VALIDATION', { url: '/home/api/signature-fields/', method: 'POST' as const, payload: {} }],
])('programs get the error %i %s as problem details; users get the site’s JSON body', async (status, code, request) => {
  const { token } = await createApiClient(server, olga)
  const response = await server.app.inject({ headers: { authorization: `Bearer ${token}` }, ...request })
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  const problem = response.json()
  expect(problem).toMatchObject({ type: 'about:blank', title: STATUS_CODES[status], status, code })
  expect(problem.detail).toMatch(/\.$/)
  expect(problem).not.toHaveProperty('message')
  const asPerson = await server.app.inject({ ...request, headers: { authorization: 'Bearer nada' } })
  expect(asPerson.headers['content-type']).toMatch(/^application\/json/)
})

test('an account can have at most twenty program tokens', async () => {
  const { details } = await createApiClient(server, olga)
  const row = await server.services.db.selectFrom('program_tokens').selectAll().executeTakeFirstOrThrow()
  for (let count = 1; count < 20; count += 1)
    await server.services.db
      .insertInto('program_tokens')
      .values({ ...row, id: details.id + count, token_hash: String(count) })
      .execute()
  const body = { ...newToken, proof: await prove(server, olga) }
  expect((await refuse(server, createProgramTokenCall, { bearer: olga, body })).message).toMatch(/20 tokens/)
})
