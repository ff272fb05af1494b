import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { declineInvitationCall, type SignatureField, seenInvitationCall } from 'shared/contract'
import { exportAccountCall, signerRemovalCall } from 'shared/contract/accounts'
import { setDeadlineCall } from 'shared/contract/signing-order'
import {
  deleteWebhookCall,
  listDeliveriesCall,
  resendDeliveryCall,
  testWebhookCall,
  updateWebhookCall,
} from 'shared/contract/webhooks'
import { FILENAME, type Invited, startInvited } from '../../../test/support/invited.ts'
import { invitationToken } from '../../../test/support/people.ts'
import { deleteAccountOf, deleteDocumentOf, erase, RETENTION } from '../../../test/support/personal-data.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { scanTables } from '../../../test/support/scan-for.ts'
import { prove } from '../../../test/support/security.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { addWebhook, openReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { createWebhookWorker } from './webhook-worker.ts'

let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await closeTestServers()
  await receiver.close()
})

const start = async () => {
  const invited = await startInvited({ variables: { WEBHOOK_LOCAL: '1' } })
  const created = await addWebhook(invited.server, { bearer: await invited.owner(), url: receiver.url })
  const see = async (field: SignatureField): Promise<string> => {
    const bearer = await invited.open(field.signer_email)
    await succeed(invited.server, seenInvitationCall, { bearer, params: { fieldId: field.id }, body: {} })
    return bearer
  }
  return { ...invited, ...created, id: created.details.id, see }
}

const about = async ({ owner }: Invited, webhookId: number) => ({ bearer: await owner(), params: { webhookId } })

const setState = async (invited: Invited, id: number, state: 'active' | 'paused') =>
  succeed(invited.server, updateWebhookCall, { ...(await about(invited, id)), body: { state } })

const endpointOf = ({ server }: Invited) =>
  server.services.db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow()

const deliveriesOf = ({ server }: Invited) =>
  server.services.db.selectFrom('webhook_deliveries').selectAll().orderBy('position').execute()

const mailsAbout = ({ server }: Invited) =>
  server.services.db.selectFrom('outbox').select('to_address').where('kind', '=', 'webhook-disabled').execute()

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))

describe('events of a document', () => {
  test('the webhook receives viewed and signed for each signer, then completed', async () => {
    const { server, see, sign, ana, luis, document } = await start()
    await sign(await see(ana), ana)
    await sign(await see(luis), luis)
    await server.sealing.tick()
    await server.webhooks.tick()
    const signed = ['document.viewed', 'document.signed']
    expect(receiver.types()).toEqual([...signed, ...signed, 'document.completed'])
    const anas = { name: 'Ana Rojas', email: 'ana@example.com' }
    expect(bodies().slice(0, 2)).toMatchObject([{ data: { signer: anas } }, { data: { signer: anas } }])
    expect(bodies().at(-1).data).toEqual({ document: { id: document.id, name: FILENAME, status: 'COMPLETED' } })
  })

  test('the webhook receives viewed, declined and cancelled when a guest declines', async () => {
    const { server, see, ana } = await start()
    const call = { bearer: await see(ana), params: { fieldId: ana.id }, body: { reason: 'No' } }
    await succeed(server, declineInvitationCall, call)
    await server.webhooks.tick()
    expect(receiver.types()).toEqual(['document.viewed', 'document.declined', 'document.cancelled'])
    expect(bodies()[1].data).toMatchObject({ signer: { email: 'ana@example.com' } })
  })

  test('the webhook receives one expired event after the deadline', async () => {
    const { server, owner, document } = await start()
    const call = { bearer: await owner(), params: { id: document.id }, body: { date: '2026-02-03' } }
    await succeed(server, setDeadlineCall, call)
    server.clock.advance(Date.UTC(2026, 1, 4, 6) - server.clock.now())
    await server.deadlines.tick()
    await server.deadlines.tick()
    await server.webhooks.tick()
    expect(receiver.types()).toEqual(['document.expired'])
    expect(bodies()[0].data.document).toMatchObject({ id: document.id, name: FILENAME })
  })
})

describe('erasing webhook events', () => {
  const startViewed = async () => {
    const started = await start()
    await started.see(started.ana)
    await started.see(started.luis)
    await started.server.webhooks.tick()
    expect(await deliveriesOf(started)).toHaveLength(2)
    return started
  }

  test('erasing a document erases its events and keeps the webhook', async () => {
    const started = await startViewed()
    await deleteDocumentOf(started)
    started.server.clock.advance(RETENTION)
    await erase(started.server)
    expect(await deliveriesOf(started)).toEqual([])
    expect((await endpointOf(started)).state).toBe('active')
  })

  test('deleting an account erases its webhooks and their events', async () => {
    const started = await startViewed()
    await deleteAccountOf(started)
    expect(await deliveriesOf(started)).toEqual([])
    expect(await scanTables(started.server, [receiver.url])).toEqual([])
  })

  test('removing a signer’s data erases only the events that name the signer', async () => {
    const started = await startViewed()
    const token = await invitationToken(started.server, 'ana@example.com')
    await succeed(started.server, signerRemovalCall, { body: { token } })
    const left = await deliveriesOf(started)
    expect(left).toHaveLength(1)
    expect(left[0]?.payload).toContain('luis@example.com')
  })
})

test('the account archive contains webhooks and their events, without the secret', async () => {
  const { server, owner, see, ana, secret } = await start()
  await see(ana)
  await server.webhooks.tick()
  const bearer = await owner()
  const answer = await server.app.inject({
    method: 'POST',
    url: exportAccountCall.path,
    headers: { authorization: `Bearer ${bearer}` },
    payload: { proof: await prove(server, bearer) },
  })
  const text = String(readArchive(answer.rawPayload).get('cuenta/avisos-a-otros-sistemas.json'))
  const sent = { evento: 'document.viewed', estado: 'delivered', respuesta: 200, intentos: 1 }
  const content = { contenido: { data: { signer: { name: 'Ana Rojas' } } } }
  expect(JSON.parse(text)).toMatchObject([
    { direccion: receiver.url, estado: 'active', avisos_de_los_ultimos_30_dias: [{ ...sent, ...content }] },
  ])
  const stored = await server.services.db.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow()
  for (const hidden of [secret, secret.slice('whsec_'.length), stored.secret]) expect(text).not.toContain(hidden)
})

describe('when the owner changes the webhook during a delivery attempt', () => {
  const startFailing = async () => {
    const started = await start()
    receiver.answer = (response) => response.writeHead(500).end()
    await started.see(started.ana)
    await started.server.webhooks.tick()
    expect((await endpointOf(started)).failing_since).not.toBeNull()
    started.server.clock.advance(4 * DAY_MS)
    return started
  }
  const during = (work: () => Promise<unknown>, status: number) => {
    receiver.answer = (response) => void work().then(() => response.writeHead(status).end())
  }

  test.each([500, 410])('a webhook that the owner resumes before an answer %i stays active', async (status) => {
    const started = await startFailing()
    during(() => setState(started, started.id, 'active'), status)
    const { webhooks } = started.server
    await webhooks.tick()
    expect(await endpointOf(started)).toMatchObject({ state: 'active', failing_since: null })
    expect(await mailsAbout(started)).toEqual([])
    expect(await deliveriesOf(started)).toMatchObject([{ state: 'pending' }])
  })

  test('a webhook that the owner pauses during the attempt stays paused', async () => {
    const started = await startFailing()
    const { failing_since } = await endpointOf(started)
    during(() => setState(started, started.id, 'paused'), 500)
    await started.server.webhooks.tick()
    expect(await endpointOf(started)).toMatchObject({ state: 'paused', failing_since })
    expect(await mailsAbout(started)).toEqual([])
  })

  test('deleting the webhook during the attempt removes its events and sends no mail', async () => {
    const started = await startFailing()
    const call = await about(started, started.id)
    const bearer = await started.owner()
    during(() => succeed(started.server, deleteWebhookCall, { ...call, bearer }), 500)
    await started.server.webhooks.tick()
    expect(await deliveriesOf(started)).toEqual([])
    expect(await mailsAbout(started)).toEqual([])
  })
})

test('a delivery attempt that lost its claim changes nothing after another worker disabled the webhook', async () => {
  const started = await start()
  const { server } = started
  const log = pino({ level: 'silent' })
  const claims = { process: 1, startedAt: 0, freeDead: async () => {} }
  const other = createWebhookWorker({ ...server.services, claims, log, random: () => 0.5 })
  await started.see(started.ana)
  const held = new Promise<ServerResponse>((resolve) => {
    receiver.answer = resolve
  })
  const late = server.webhooks.tick()
  const response = await held
  server.clock.advance(2 * MINUTE_MS)
  receiver.answer = (next) => next.writeHead(410).end()
  await other.tick()
  expect(await endpointOf(started)).toMatchObject({ state: 'disabled' })
  response.writeHead(500).end()
  await late
  expect(await deliveriesOf(started)).toMatchObject([{ state: 'failed', attempts: 2, answer_status: 410 }])
  expect(await mailsAbout(started)).toEqual([{ to_address: 'olga@example.com' }])
})

test('a test event does not wait for the back-off, and resending a pending event does not queue another', async () => {
  const started = await start()
  const { server, id } = started
  receiver.answer = (response) => response.writeHead(500).end()
  await started.see(started.ana)
  await server.webhooks.tick()
  expect(await server.webhooks.tick()).toBe(0)
  const call = await about(started, id)
  const [pending] = (await succeed(server, listDeliveriesCall, call)).items
  const params = { ...call.params, deliveryId: pending?.id ?? 0 }
  await succeed(server, resendDeliveryCall, { ...call, params, body: {} })
  expect(await server.webhooks.tick()).toBe(1)
  receiver.answer = (response) => response.end()
  await succeed(server, testWebhookCall, { ...call, body: {} })
  expect(await server.webhooks.tick()).toBe(2)
  expect(receiver.types().slice(-2)).toEqual(['document.viewed', 'test'])
  expect(await deliveriesOf(started)).toMatchObject([{ attempts: 3 }, { type: 'test' }])
  server.clock.advance(HOUR_MS)
  expect(await server.webhooks.tick()).toBe(0)
})
