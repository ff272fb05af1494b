import { deleteProgramClientCall, deleteProgramTokenCall, oauthTokenCall } from 'shared/contract/accounts'
import { createWebhookCall, listWebhooksCall, rotateWebhookCall, updateWebhookCall } from 'shared/contract/webhooks'
import { createApiClient, createClient } from '../../../test/support/api-clients.ts'
import { registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { prove } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { addWebhook, openReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'

let server: TestServer
let olga: string
let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await openReceiver()
  server = await openTestServer({ variables: { WEBHOOK_LOCAL: '1' } })
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(async () => {
  await closeTestServers()
  await receiver.close()
})

const body = () => ({ url: receiver.url, events: ['document.created' as const] })
const resume = (webhookId: number, bearer: string, proof?: string) => ({
  bearer,
  params: { webhookId },
  body: { state: 'active' as const, ...(proof === undefined ? {} : { proof }) },
})
const happen = async (): Promise<number> => {
  const before = receiver.received.length
  await uploadDocument(server, olga)
  await server.webhooks.tick()
  return receiver.received.length - before
}

test('a session without a fresh proof of identity creates no webhook and rotates no secret', async () => {
  for (const proof of [undefined, 'x'.repeat(43)])
    expect(
      (await refuse(server, createWebhookCall, { bearer: olga, body: { ...body(), ...(proof && { proof }) } })).code,
    ).toBe('IDENTITY_NEEDED')
  expect(await succeed(server, listWebhooksCall, { bearer: olga })).toEqual([])
  const { details } = await addWebhook(server, { bearer: olga, url: receiver.url })
  const rotation = { bearer: olga, params: { webhookId: details.id } }
  expect((await refuse(server, rotateWebhookCall, { ...rotation, body: {} })).code).toBe('IDENTITY_NEEDED')
  const pedro = (await registerPerson(server, 'pedro')).access_token
  const foreign = await prove(server, pedro)
  expect((await refuse(server, rotateWebhookCall, { ...rotation, body: { proof: foreign } })).code).toBe(
    'IDENTITY_NEEDED',
  )
  const proof = await prove(server, olga)
  await succeed(server, rotateWebhookCall, { ...rotation, body: { proof } })
  expect((await refuse(server, rotateWebhookCall, { ...rotation, body: { proof } })).code).toBe('IDENTITY_NEEDED')
})

const creators = {
  token: async () => {
    const { token, details } = await createApiClient(server, olga)
    const revoke = () => succeed(server, deleteProgramTokenCall, { bearer: olga, params: { tokenId: details.id } })
    return { bearer: token, revoke }
  },
  client: async () => {
    const { client_secret, details } = await createClient(server, olga)
    const { access_token } = await succeed(server, oauthTokenCall, {
      body: { grant_type: 'client_credentials', client_id: details.client_id, client_secret, scope: '' },
    })
    const revoke = () => succeed(server, deleteProgramClientCall, { bearer: olga, params: { clientId: details.id } })
    return { bearer: access_token, revoke }
  },
}

test.each(['token', 'client'] as const)(
  'revoking a %s pauses the webhooks that it created, and no others',
  async (kind) => {
    const creator = await creators[kind]()
    const { details } = await succeed(server, createWebhookCall, { bearer: creator.bearer, body: body() })
    expect(details).toMatchObject({ by_program: true, paused_because: null })
    const own = await addWebhook(server, { bearer: olga, url: `${receiver.url}/propio`, events: ['document.created'] })
    const other = await createApiClient(server, olga)
    await succeed(server, createWebhookCall, { bearer: other.token, body: { ...body(), url: `${receiver.url}/otro` } })
    expect(await happen()).toBe(3)
    await creator.revoke()
    expect(await happen()).toBe(2)
    const listed = await succeed(server, listWebhooksCall, { bearer: olga })
    expect(listed.map(({ state }) => state)).toEqual(['paused', 'active', 'active'])
    expect(listed[0]).toMatchObject({ id: details.id, paused_because: 'creator-revoked' })
    expect(listed.find(({ id }) => id === own.details.id)?.by_program).toBe(false)
  },
)

test('only the owner, with a proof, resumes a webhook whose creator was revoked, and then owns it', async () => {
  const creator = await creators.token()
  const { details } = await succeed(server, createWebhookCall, { bearer: creator.bearer, body: body() })
  await creator.revoke()
  const second = await createApiClient(server, olga)
  expect((await refuse(server, updateWebhookCall, resume(details.id, second.token))).status).toBe(403)
  expect((await refuse(server, updateWebhookCall, resume(details.id, olga))).code).toBe('IDENTITY_NEEDED')
  expect(await happen()).toBe(0)
  const resumed = await succeed(server, updateWebhookCall, resume(details.id, olga, await prove(server, olga)))
  expect(resumed).toMatchObject({ state: 'active', by_program: false, paused_because: null })
  await server.webhooks.tick()
  expect(receiver.received).toHaveLength(1)
  await succeed(server, updateWebhookCall, { ...resume(details.id, second.token), body: { state: 'paused' } })
  await succeed(server, updateWebhookCall, resume(details.id, second.token))
  expect(await happen()).toBe(1)
})

test('a disabled webhook cannot be switched on by another program after its creator was revoked', async () => {
  const creator = await creators.token()
  const { details } = await succeed(server, createWebhookCall, { bearer: creator.bearer, body: body() })
  receiver.answer = (response) => response.writeHead(410).end()
  await happen()
  await creator.revoke()
  const second = await createApiClient(server, olga)
  expect((await refuse(server, updateWebhookCall, resume(details.id, second.token))).status).toBe(403)
  expect((await succeed(server, listWebhooksCall, { bearer: olga }))[0]?.state).toBe('disabled')
})
