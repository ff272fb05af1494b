import fc from 'fast-check'
import { validateInvitationCall } from 'shared/contract'
import {
  addEmbeddingOriginCall,
  changeEmbeddingDevelopmentCall,
  EmbeddingOriginSchema,
  frameAncestorsCall,
  isDevelopmentOrigin,
  listEmbeddingOriginsCall,
  readEmbeddingDevelopmentCall,
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

const LOCAL = 'http://localhost:5173'
const PORTAL = 'https://portal.example'

/** Names that lead elsewhere, or that browsers spell in another way. */
test.each([
  'http://localhost',
  'http://localhost:',
  'http://localhost:80',
  'http://localhost:0080',
  'http://localhost:65536',
  'http://localhost:5173/',
  'http://localhost:5173/ruta',
  'http://localhost:*',
  'http://LOCALHOST:5173',
  'http://Localhost:5173',
  'HTTP://localhost:5173',
  'http://localhost.:5173',
  'http://localhost:5173.',
  'http://localhost.evil.com',
  'http://localhost.evil.com:5173',
  'http://localhost:5173.evil.com',
  'http://evil.localhost:5173',
  'http://localhost-evil.com:5173',
  'http://evil.com#http://localhost:5173',
  'http://localhost:5173@evil.com',
  'http://localhost:5173@evil.com:80',
  'http://user@localhost:5173',
  'http://user:clave@localhost:5173',
  'http://localhost:5173#',
  'http://localhost:5173?',
  'http://localhost:5173\\@evil.com',
  'http://localhost:5173 https://evil.com',
  "http://localhost:5173;script-src 'unsafe-inline'",
  'http://localhost:5173,https://evil.com',
  'http://localhost:5173\nhttps://evil.com',
  'http://127.0.0.1',
  'http://127.0.0.2:5173',
  'http://127.1:5173',
  'http://127.0.0.1.evil.com:5173',
  'http://127.0.0.1.:5173',
  'http://2130706433:5173',
  'http://0x7f.0.0.1:5173',
  'http://0177.0.0.1:5173',
  'http://0.0.0.0:5173',
  'http://[::]:5173',
  'http://[::1]',
  'http://[::1%25eth0]:5173',
  'http://[0:0:0:0:0:0:0:1]:5173',
  'http://[::ffff:127.0.0.1]:5173',
  'http://192.168.0.2:5173',
  'ws://localhost:5173',
  'ftp://localhost:5173',
  'http://lоcalhost:5173',
])('%j is not a site of the own computer, and no origin that an account can list', (text) => {
  expect([isDevelopmentOrigin(text), v.is(EmbeddingOriginSchema, text)]).toEqual([false, false])
})

test('every text that counts as the own computer leads there and nowhere else', () => {
  const part = fc.constantFrom(
    'http://',
    'localhost',
    '127.0.0.1',
    '[::1]',
    ':',
    '3000',
    '.',
    '@',
    '/',
    '#',
    'evil.com',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
      const text = parts.join('')
      if (!isDevelopmentOrigin(text)) return
      const { hostname, protocol, port, origin } = new URL(text)
      expect(['localhost', '127.0.0.1', '[::1]']).toContain(hostname)
      expect([protocol, port !== '', origin]).toEqual(['http:', true, text])
    }),
  )
})

let server: TestServer
let olga: string
let pedro: string

beforeEach(async () => {
  server = await openTestServer()
  olga = (await registerPerson(server, 'olga')).access_token
  pedro = (await registerPerson(server, 'pedro')).access_token
})
afterEach(closeTestServers)

const start = async (bearer: string) =>
  succeed(server, changeEmbeddingDevelopmentCall, { bearer, body: { on: true, proof: await prove(server, bearer) } })
const end = (bearer: string) => succeed(server, changeEmbeddingDevelopmentCall, { bearer, body: { on: false } })
const bodyFor = async (bearer: string, origin: string) => ({ origin, proof: await prove(server, bearer) })
const add = async (bearer: string, origin = LOCAL) =>
  succeed(server, addEmbeddingOriginCall, { bearer, body: await bodyFor(bearer, origin) })
const listed = async (bearer: string) =>
  (await succeed(server, listEmbeddingOriginsCall, { bearer })).map(({ origin }) => origin)
const invite = async (bearer: string, email: string) => {
  const { id } = await uploadDocument(server, bearer)
  await inviteSigner(server, bearer, await placeField(server, bearer, id, { signer_email: email }))
  return { document_id: id, token: await invitationToken(server, email) }
}
const ancestors = async (link: { document_id: number; token: string }) =>
  (await succeed(server, frameAncestorsCall, { body: link })).origins
const readFrom = (origin: string, token: string) =>
  server.app.inject({ method: 'GET', url: `${validateInvitationCall.path}?token=${token}`, headers: { origin } })

test('an account outside of development cannot list its own computer, and starting takes a proof', async () => {
  expect(await succeed(server, readEmbeddingDevelopmentCall, { bearer: olga })).toEqual({ on: false })
  const refused = await refuse(server, addEmbeddingOriginCall, { bearer: olga, body: await bodyFor(olga, LOCAL) })
  expect(refused.message).toMatch(/activa primero el modo de desarrollo/)
  const body = { on: true as const, proof: 'x' }
  expect((await refuse(server, changeEmbeddingDevelopmentCall, { bearer: olga, body })).code).toBe('IDENTITY_NEEDED')
  expect(await listed(olga)).toEqual([])
})

test('the own computer frames only links of the account in development', async () => {
  await start(olga)
  await add(olga)
  await add(pedro, PORTAL)
  const mine = await invite(olga, 'ana@example.com')
  const foreign = await invite(pedro, 'luis@example.com')
  expect(await ancestors(mine)).toEqual([LOCAL])
  expect(await ancestors(foreign)).toEqual([PORTAL])
  expect(await ancestors({ ...foreign, token: mine.token })).toEqual([])
  expect((await readFrom(LOCAL, mine.token)).statusCode).toBe(200)
  expect((await readFrom(LOCAL, foreign.token)).statusCode).toBe(403)
  const unlisted = await readFrom('http://localhost:9999', mine.token)
  expect(unlisted.headers['access-control-allow-origin']).not.toBe('http://localhost:9999')
})

test('the end of development removes the own computer at once and leaves the other sites', async () => {
  await start(olga)
  await add(olga)
  await add(olga, PORTAL)
  const link = await invite(olga, 'ana@example.com')
  await end(olga)
  expect([await listed(olga), await ancestors(link)]).toEqual([[PORTAL], [PORTAL]])
  await start(olga)
  expect(await listed(olga)).toEqual([PORTAL])
  const events = await succeed(server, securityLogCall, { bearer: olga })
  expect(events.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/Se activó el modo de desarrollo/),
      expect.stringMatching(/Se desactivó el modo de desarrollo/),
    ]),
  )
})

test('a local origin that stays in the database after development frames nothing', async () => {
  await start(olga)
  await add(olga)
  const link = await invite(olga, 'ana@example.com')
  await server.services.db.updateTable('users').set({ embedding_development_at: null }).execute()
  expect(await ancestors(link)).toEqual([])
  expect((await readFrom(LOCAL, link.token)).headers).not.toMatchObject({ 'access-control-allow-origin': LOCAL })
})

test('starting development twice sends one mail', async () => {
  await start(olga)
  await start(olga)
  const mails = await server.services.db.selectFrom('outbox').select('text_body').execute()
  expect(mails.filter(({ text_body }) => text_body.includes('modo de desarrollo'))).toHaveLength(1)
})
