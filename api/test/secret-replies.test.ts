import { createWebhookCall, listWebhooksCall, rotateWebhookCall } from 'shared/contract/webhooks'
import { hasReplySecret } from '../src/platform/http/kept-replies.ts'
import { createApiClient } from './support/api-clients.ts'
import { calls } from './support/calls.ts'
import { registerPerson } from './support/people.ts'
import { closeTestServers, openTestServer, pathOf, succeed } from './support/test-server.ts'

test('the calls whose replies carry a secret are known', () => {
  expect(
    calls
      .filter(hasReplySecret)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'addPasskey',
    'changePassword',
    'confirmTotp',
    'createProgramClient',
    'createProgramToken',
    'createWebhook',
    'login',
    'newRecoveryCodes',
    'oauthToken',
    'openParticipation',
    'passkeyLogin',
    'passwordResetConfirm',
    'proveIdentity',
    'provePasskey',
    'refresh',
    'register',
    'rotateProgramClient',
    'rotateWebhook',
    'secondStep',
    'startAgentSession',
    'startPasskey',
    'startPasskeyLogin',
    'startPasskeyProof',
    'startTotp',
    'validateInvitation',
  ])
})

describe('a reply with a secret and an idempotency key', () => {
  afterEach(closeTestServers)
  const KEY = 'pedido-2026-000001'

  test.each(['createWebhook', 'rotateWebhook'])('%s stores no secret, and a repeated call is refused', async (name) => {
    const server = await openTestServer({ variables: { WEBHOOK_LOCAL: '1' } })
    const { access_token } = await registerPerson(server, 'olga')
    const { token } = await createApiClient(server, access_token)
    const post = (url: string, payload: object, key: string) =>
      server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      })
    const body = { url: 'http://127.0.0.1:9/avisos', events: ['document.signed'] }
    const create = (key: string) => post(createWebhookCall.path, body, key)
    const first = name === 'createWebhook' ? await create(KEY) : await create('pedido-2026-000002')
    const rotate = () => post(pathOf(rotateWebhookCall, { webhookId: first.json().details.id }), {}, KEY)
    const act = name === 'createWebhook' ? () => create(KEY) : rotate
    const { secret } = (name === 'createWebhook' ? first : await rotate()).json()
    expect(secret).toMatch(/^whsec_/)
    const again = await act()
    expect([again.statusCode, again.json().code]).toEqual([409, 'IDEMPOTENCY_REPLY_SECRET'])
    expect(await succeed(server, listWebhooksCall, { bearer: access_token })).toHaveLength(1)
    const kept = await server.services.db.selectFrom('kept_replies').selectAll().execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toMatch(/whsec_/)
  })
})
