import fc from 'fast-check'
import { validateInvitationCall } from 'shared/contract'
import {
  addEmbeddingOriginCall,
  deleteAccountCall,
  EMBEDDING_ORIGINS_MAX,
  EmbeddingOriginSchema,
  frameAncestorsCall,
  listEmbeddingOriginsCall,
  loginCall,
  removeEmbeddingOriginCall,
  securityLogCall,
} from 'shared/contract/accounts'
import * as v from 'valibot'
import {
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { prove } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

let server: TestServer
let olga: string

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(closeTestServers)

const PORTAL = 'https://portal.example'
const add = async (origin = PORTAL, bearer = olga) =>
  succeed(server, addEmbeddingOriginCall, { bearer, body: { origin, proof: await prove(server, bearer) } })
const ancestors = async (document_id: number, token: string) =>
  (await succeed(server, frameAncestorsCall, { body: { document_id, token } })).origins
const invite = async (bearer = olga, email = 'ana@example.com') => {
  const { id } = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, id, { signer_email: email })
  await inviteSigner(server, bearer, field)
  return { id, token: await invitationToken(server, email) }
}
const inDatabase = (change: object, id: number) =>
  server.services.db.updateTable('invitations').set(change).where('document_id', '=', id).execute()

test.each([
  'https://portal.example',
  'https://portal.example:8443',
  'https://a.b-c.portal.example',
  'http://localhost:3000',
  'http://127.0.0.1:5173',
  'http://[::1]:8080',
])('the schema accepts %s as an embedding origin', (origin) => {
  expect(v.parse(EmbeddingOriginSchema, ` ${origin} `)).toBe(origin)
})

test.each([
  '',
  'null',
  '*',
  'https:',
  'https://*',
  'https://*.example',
  'http://portal.example',
  'https://portal.example/',
  'https://portal.example/ruta',
  'https://portal.example:443',
  'https://PORTAL.example',
  'https://user@portal.example',
  "https://portal.example 'self'",
  'https://portal.example;script-src *',
  'https://portal.example,https://otro.example',
  'https://portál.example',
  `https://${'a'.repeat(300)}.example`,
])('the schema refuses %j as an embedding origin', (text) => {
  expect(v.is(EmbeddingOriginSchema, text)).toBe(false)
})

test('every accepted text is exactly one origin, without separators, quotes or wildcards', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https://${text}`),
      ),
      (text) => {
        const parsed = v.safeParse(EmbeddingOriginSchema, text)
        if (parsed.success) expect(new URL(parsed.output).origin).toBe(parsed.output)
        if (parsed.success) expect(parsed.output).not.toMatch(/[\s;,'"*<>]/)
      },
    ),
  )
})

test('the API allows only the origins of the owner of the invitation that the token opens', async () => {
  const { id, token } = await invite()
  expect(await ancestors(id, token)).toEqual([])
  await add()
  await add('https://otro.example')
  expect(await ancestors(id, token)).toEqual(['https://otro.example', PORTAL])
  const pedro = (await registerPerson(server, 'pedro')).access_token
  await add('https://pedro.example', pedro)
  const other = await invite(pedro, 'luis@example.com')
  expect(await ancestors(other.id, other.token)).toEqual(['https://pedro.example'])
  expect(await ancestors(other.id, token)).toEqual([])
  expect(await ancestors(id, 'inventado')).toEqual([])
  expect(await ancestors(id, '')).toEqual([])
})

test('a revoked invitation allows no origin; a declined invitation still does', async () => {
  await add()
  const { id, token } = await invite()
  await inDatabase({ revoked_at: server.clock.now(), declined_at: server.clock.now() }, id)
  expect(await ancestors(id, token)).toEqual([PORTAL])
  await inDatabase({ declined_at: null }, id)
  expect(await ancestors(id, token)).toEqual([])
})

test('a removed site is refused immediately, and only the owner of the site can remove it', async () => {
  const { id: originId } = await add()
  const { id, token } = await invite()
  const pedro = (await registerPerson(server, 'pedro')).access_token
  const params = { originId }
  expect((await refuse(server, removeEmbeddingOriginCall, { bearer: pedro, params })).status).toBe(404)
  expect(await ancestors(id, token)).toEqual([PORTAL])
  await succeed(server, removeEmbeddingOriginCall, { bearer: olga, params })
  expect(await ancestors(id, token)).toEqual([])
  const events = await succeed(server, securityLogCall, { bearer: olga })
  expect(events.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/puede mostrar/), expect.stringMatching(/ya no puede mostrar/)]),
  )
})

test('adding a site requires a proof, and adding the site again sends no second mail', async () => {
  const body = { origin: PORTAL, proof: 'x' }
  expect((await refuse(server, addEmbeddingOriginCall, { bearer: olga, body })).code).toBe('IDENTITY_NEEDED')
  expect(await add()).toEqual(await add())
  const mails = await server.services.db.selectFrom('outbox').select('text_body').execute()
  expect(mails.filter(({ text_body }) => text_body.includes('puede mostrar tus invitaciones'))).toHaveLength(1)
})

test('an account can add at most twenty sites', async () => {
  for (let count = 0; count < EMBEDDING_ORIGINS_MAX; count += 1) await add(`https://sitio${count}.example`)
  const body = { origin: PORTAL, proof: await prove(server, olga) }
  expect((await refuse(server, addEmbeddingOriginCall, { bearer: olga, body })).message).toMatch(/20 sitios/)
  expect(await succeed(server, listEmbeddingOriginsCall, { bearer: olga })).toHaveLength(EMBEDDING_ORIGINS_MAX)
})

test('a deleted account allows no embedding origin', async () => {
  await add()
  const { id, token } = await invite()
  await succeed(server, deleteAccountCall, {
    bearer: olga,
    body: { proof: await prove(server, olga), username: 'olga' },
  })
  expect(await ancestors(id, token)).toEqual([])
})

describe('a page that mounts the signing remote', () => {
  const ask = (
    url: string,
    origin: string,
    options: { method?: 'GET' | 'POST'; bearer?: string; body?: object } = {},
  ) =>
    server.app.inject({
      method: options.method ?? 'GET',
      url,
      headers: { origin, ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}) },
      ...(options.body ? { payload: options.body } : {}),
    })
  const preflight = (url: string, origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
  const readableBy = (answer: { headers: object }) => Reflect.get(answer.headers, 'access-control-allow-origin')
  const validate = (token: string, origin = PORTAL) => ask(`${validateInvitationCall.path}?token=${token}`, origin)
  const guestToken = async (token: string) => {
    const { access_token } = await succeed(server, validateInvitationCall, { query: { token } })
    return access_token
  }

  test('a listed site reads the owner’s invitation and document without cookies', async () => {
    await add()
    const { id, token } = await invite()
    const opened = await validate(token)
    expect(opened.statusCode).toBe(200)
    expect(opened.headers).toMatchObject({
      'access-control-allow-origin': PORTAL,
      vary: expect.stringMatching(/origin/i),
    })
    expect(opened.headers).not.toHaveProperty('access-control-allow-credentials')
    const bearer = await guestToken(token)
    const file = await ask(`/home/api/files/${id}/public_download`, PORTAL, { bearer })
    expect([file.statusCode, readableBy(file)]).toEqual([200, PORTAL])
    const allowed = await preflight(`/home/api/files/${id}/public_download`, PORTAL)
    expect([allowed.statusCode, readableBy(allowed)]).toEqual([204, PORTAL])
  })

  test('the API refuses a site of another owner, with the link’s token and with the guest’s token', async () => {
    await add()
    const pedro = (await registerPerson(server, 'pedro')).access_token
    await add('https://pedro.example', pedro)
    const { id, token } = await invite()
    for (const answer of [
      await validate(token, 'https://pedro.example'),
      await ask(`/home/api/files/${id}/public_download`, 'https://pedro.example', { bearer: await guestToken(token) }),
      await ask(`/home/api/files/${id}/send-pdf-email`, 'https://pedro.example', {
        method: 'POST',
        body: { email: 'ana@example.com' },
      }),
    ])
      expect(answer.statusCode).toBe(403)
  })

  test('the API refuses a site immediately after the owner removes it', async () => {
    const { id: originId } = await add()
    const { id, token } = await invite()
    const bearer = await guestToken(token)
    await succeed(server, removeEmbeddingOriginCall, { bearer: olga, params: { originId } })
    const answers = [await validate(token), await ask(`/home/api/files/${id}/public_download`, PORTAL, { bearer })]
    expect(answers.map(readableBy)).not.toContain(PORTAL)
    expect(readableBy(await preflight(`/home/api/files/${id}/public_download`, PORTAL))).not.toBe(PORTAL)
  })

  test('a listed site cannot use an owner’s session and cannot read the answers of other calls', async () => {
    await add()
    const { id } = await invite()
    expect((await ask(`/home/api/files/${id}/public_download`, PORTAL, { bearer: olga })).statusCode).toBe(403)
    expect((await ask(`/home/api/files/${id}/public_download`, PORTAL)).statusCode).toBe(403)
    expect(readableBy(await ask('/home/api/files/', PORTAL, { bearer: olga }))).not.toBe(PORTAL)
    const body = { username: 'olga', password: 'x' }
    expect(readableBy(await ask(loginCall.path, PORTAL, { method: 'POST', body }))).not.toBe(PORTAL)
  })
})
