import fc from 'fast-check'
import {
  addEmbeddingOriginCall,
  deleteAccountCall,
  EMBEDDING_ORIGINS_MAX,
  EmbeddingOriginSchema,
  frameAncestorsCall,
  listEmbeddingOriginsCall,
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

test.each(['https://portal.example', 'https://portal.example:8443', 'https://a.b-c.portal.example'])(
  '%s is an origin',
  (origin) => {
    expect(v.parse(EmbeddingOriginSchema, ` ${origin} `)).toBe(origin)
  },
)

test.each([
  '',
  'null',
  '*',
  'https:',
  'https://*',
  'https://*.example',
  'http://portal.example',
  'http://localhost:3000',
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
])('%j is no origin', (text) => {
  expect(v.is(EmbeddingOriginSchema, text)).toBe(false)
})

test('what is accepted is one source of a policy and one target of a message', () => {
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

test('the origins are those of the owner of this very invitation', async () => {
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

test('a revoked invitation has none; a declined one keeps its answer', async () => {
  await add()
  const { id, token } = await invite()
  await inDatabase({ revoked_at: server.clock.now(), declined_at: server.clock.now() }, id)
  expect(await ancestors(id, token)).toEqual([PORTAL])
  await inDatabase({ declined_at: null }, id)
  expect(await ancestors(id, token)).toEqual([])
})

test('a site that is taken away is refused at once; nobody else takes it away', async () => {
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

test('adding one takes a proof, is mailed, and happens once', async () => {
  const body = { origin: PORTAL, proof: 'x' }
  expect((await refuse(server, addEmbeddingOriginCall, { bearer: olga, body })).code).toBe('IDENTITY_NEEDED')
  expect(await add()).toEqual(await add())
  const mails = await server.services.db.selectFrom('outbox').select('text_body').execute()
  expect(mails.filter(({ text_body }) => text_body.includes('puede mostrar tus invitaciones'))).toHaveLength(1)
})

test('an account has at most twenty', async () => {
  for (let count = 0; count < EMBEDDING_ORIGINS_MAX; count += 1) await add(`https://sitio${count}.example`)
  const body = { origin: PORTAL, proof: await prove(server, olga) }
  expect((await refuse(server, addEmbeddingOriginCall, { bearer: olga, body })).message).toMatch(/20 sitios/)
  expect(await succeed(server, listEmbeddingOriginsCall, { bearer: olga })).toHaveLength(EMBEDDING_ORIGINS_MAX)
})

test('a deleted account lets no site show anything', async () => {
  await add()
  const { id, token } = await invite()
  await succeed(server, deleteAccountCall, {
    bearer: olga,
    body: { proof: await prove(server, olga), username: 'olga' },
  })
  expect(await ancestors(id, token)).toEqual([])
})
