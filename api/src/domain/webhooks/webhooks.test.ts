import { createHmac } from 'node:crypto'
import { cancelDocumentCall } from 'shared/contract'
import { createSendingCall } from 'shared/contract/sendings'
import {
  createWebhookCall,
  deleteWebhookCall,
  getDeliveryCall,
  listDeliveriesCall,
  listWebhooksCall,
  resendDeliveryCall,
  rotateWebhookCall,
  testWebhookCall,
  updateWebhookCall,
  type WebhookEvent,
} from 'shared/contract/webhooks'
import { becomeGuest, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { prove } from '../../../test/support/security.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import {
  addWebhook,
  openReceiver,
  type Received,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { purgeExpired } from '../personal-data/purge-expired.ts'

let server: TestServer
let olga: string
let receiver: WebhookReceiver
const addresses = new Map<string, string[]>()
const lookedUp: string[] = []

beforeEach(async () => {
  addresses.clear()
  receiver = await openReceiver()
  server = await openTestServer({
    variables: { WEBHOOK_LOCAL: '1' },
    resolve: async (host) => {
      lookedUp.push(host)
      return addresses.get(host)?.slice() ?? []
    },
  })
  olga = (await registerPerson(server, 'olga')).access_token
})
afterEach(async () => {
  await closeTestServers()
  await receiver.close()
})

const subscribe = (events?: readonly WebhookEvent[], url = receiver.url) =>
  addWebhook(server, { bearer: olga, url, ...(events && { events }) })
const params = (webhookId: number) => ({ params: { webhookId }, bearer: olga })
const log = async (id: number) => (await succeed(server, listDeliveriesCall, params(id))).items
const endpoint = () =>
  server.services.db.selectFrom('webhook_endpoints').selectAll().orderBy('created_at').executeTakeFirst()
const logged = () => server.services.db.selectFrom('webhook_deliveries').selectAll().orderBy('position').execute()
const sign = (secret: string, { headers, body }: Received) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

test('an event of a document that was sent together with others names the sending', async () => {
  await subscribe(['document.sent'])
  const [first, second] = [await uploadDocument(server, olga), await uploadDocument(server, olga)]
  const field = await placeField(server, olga, first.id)
  const documents = [first.id, second.id]
  const { id } = await succeed(server, createSendingCall, { bearer: olga, body: { documents } })
  await becomeGuest(server, olga, field)
  await server.webhooks.tick()
  const [sent] = receiver.received
  expect(JSON.parse(sent?.body ?? '').data.document).toMatchObject({ id: first.id, sending_id: id })
})

test('the webhook receives signed events in order, with document and signer and without links', async () => {
  const { secret, details } = await subscribe()
  const document = await uploadDocument(server, olga)
  const field = await placeField(server, olga, document.id)
  await becomeGuest(server, olga, field)
  await succeed(server, cancelDocumentCall, { bearer: olga, params: { id: document.id }, body: { reason: 'No' } })
  await server.webhooks.tick()
  expect(receiver.types()).toEqual(['document.created', 'document.sent', 'document.cancelled'])
  for (const each of receiver.received) expect(each.headers['webhook-signature']).toBe(sign(secret, each))
  const sent = receiver.received[1]
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    type: 'document.sent',
    timestamp: new Date(server.clock.now()).toISOString(),
    data: {
      document: { id: document.id, name: document.original_filename, status: 'PROCESSING' },
      signer: { name: field.signer_name, email: field.signer_email },
    },
  })
  expect(JSON.parse(receiver.received[2]?.body ?? '').data.document.status).toBe('CANCELLED')
  const [last] = await log(details.id)
  expect(last).toMatchObject({ state: 'delivered', attempts: 1, answer_status: 200 })
  const rows = await server.services.db.selectFrom('webhook_endpoints').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
})

test('the webhook receives no events that the owner did not choose', async () => {
  await subscribe(['document.cancelled'])
  const pedro = (await registerPerson(server, 'pedro')).access_token
  await uploadDocument(server, olga)
  await uploadDocument(server, pedro)
  expect(await server.webhooks.tick()).toBe(0)
})

test('a failing event delays only later events of its endpoint, and each retry keeps the same id', async () => {
  const { details } = await subscribe(['document.created'])
  await subscribe(['document.created'], `${receiver.url}/otro`)
  let broken = true
  receiver.answer = (response) => response.writeHead(broken ? 500 : 204).end()
  await uploadDocument(server, olga)
  await uploadDocument(server, olga)
  await server.webhooks.tick()
  expect(receiver.received).toHaveLength(2)
  expect(await log(details.id)).toMatchObject([{ attempts: 0 }, { attempts: 1, state: 'pending', answer_status: 500 }])
  broken = false
  server.clock.advance(HOUR_MS)
  await server.webhooks.tick()
  expect(receiver.received).toHaveLength(6)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect((await endpoint())?.failing_since).toBeNull()
})

test('after three days of failures the endpoint is disabled, and its owner gets a mail', async () => {
  await subscribe(['document.created'])
  receiver.answer = (response) => response.writeHead(503).end()
  await uploadDocument(server, olga)
  let hours = 0
  for (; hours < 100 && (await endpoint())?.state === 'active'; hours += 6) {
    await server.webhooks.tick()
    server.clock.advance(6 * HOUR_MS)
  }
  expect(hours).toBeGreaterThanOrEqual(72)
  expect(hours).toBeLessThanOrEqual(84)
  const mails = await server.services.db.selectFrom('outbox').select('subject').execute()
  expect(mails.filter(({ subject }) => subject.startsWith('Dejamos de enviar avisos'))).toHaveLength(1)
  expect(await logged()).toMatchObject([{ state: 'failed' }])
})

test('an answer 410 disables the webhook immediately', async () => {
  await subscribe(['document.created'])
  receiver.answer = (response) => response.writeHead(410).end()
  await uploadDocument(server, olga)
  await server.webhooks.tick()
  const [disabled] = await succeed(server, listWebhooksCall, { bearer: olga })
  if (disabled === undefined) throw new Error('no webhook')
  expect(disabled.state).toBe('disabled')
  await uploadDocument(server, olga)
  expect(await log(disabled.id)).toHaveLength(1)
  expect((await refuse(server, testWebhookCall, { ...params(disabled.id), body: {} })).code).toBe('VALIDATION')
})

test('events of a paused webhook wait, and after a rotation a resent event has signatures of both secrets', async () => {
  const { details, secret } = await subscribe(['document.created'])
  const { id } = details
  await succeed(server, updateWebhookCall, { ...params(id), body: { state: 'paused' } })
  await uploadDocument(server, olga)
  expect(await server.webhooks.tick()).toBe(0)
  await succeed(server, updateWebhookCall, { ...params(id), body: { state: 'active' } })
  await server.webhooks.tick()
  const rotated = await succeed(server, rotateWebhookCall, {
    ...params(id),
    body: { proof: await prove(server, olga) },
  })
  const [first] = await log(id)
  const target = { bearer: olga, params: { webhookId: id, deliveryId: first?.id ?? 0 } }
  await succeed(server, resendDeliveryCall, { ...target, body: {} })
  await server.webhooks.tick()
  const [before, again] = receiver.received
  if (before === undefined || again === undefined) throw new Error('not received')
  expect(again.headers['webhook-id']).toBe(before.headers['webhook-id'])
  expect(again.headers['webhook-signature']).toBe(`${sign(rotated.secret, again)} ${sign(secret, again)}`)
  server.clock.advance(DAY_MS)
  olga = (await registerPerson(server, 'otra')).access_token
  expect((await refuse(server, testWebhookCall, { ...params(id), body: {} })).status).toBe(404)
  const detail = await refuse(server, getDeliveryCall, { ...target, bearer: olga })
  expect(detail.status).toBe(404)
})

test('the log truncates a large answer at 64 KiB, and the worker does not follow redirects', async () => {
  const { details } = await subscribe(['document.created'])
  receiver.answer = (response) => response.end(Buffer.alloc(1024 * 1024, 'a'))
  await uploadDocument(server, olga)
  await server.webhooks.tick()
  const [large] = await log(details.id)
  const target = { bearer: olga, params: { webhookId: details.id, deliveryId: large?.id ?? 0 } }
  const detail = await succeed(server, getDeliveryCall, target)
  expect([detail.answer?.length, detail.answer_truncated]).toEqual([64 * 1024, true])
  receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end()
  await uploadDocument(server, olga)
  await server.webhooks.tick()
  expect(receiver.received).toHaveLength(2)
  expect((await log(details.id))[0]).toMatchObject({ state: 'pending', answer_status: 302 })
})

test.each([
  'http://ejemplo.com/',
  'https://ejemplo.com:22/',
  'https://u:p@ejemplo.com/',
  'https://10.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://169.254.169.254/latest/',
  'https://interno.example/',
  'https://mixto.example/',
  'https://nadie.example/',
  'ftp://ejemplo.com/',
  'nada',
])('the API refuses to register the webhook address %s', async (to) => {
  addresses.set('ejemplo.com', ['93.184.215.14'])
  addresses.set('interno.example', ['192.168.0.5'])
  addresses.set('mixto.example', ['93.184.215.14', '127.0.0.1'])
  const strict = await openTestServer({ resolve: async (host) => addresses.get(host) ?? [] })
  const bearer = (await registerPerson(strict, 'olga')).access_token
  const reply = await refuse(strict, createWebhookCall, { bearer, body: { url: to, events: ['document.sent'] } })
  expect(reply).toMatchObject({ status: 400, code: 'VALIDATION', fields: { url: expect.stringMatching(/\.$/) } })
})

describe('a host name whose addresses change after the check', () => {
  const PUBLIC = '93.184.215.14'

  const rebind = async (later: readonly string[]) => {
    addresses.set('ejemplo.com', [PUBLIC])
    const { details } = await subscribe(['document.created'], 'https://ejemplo.com/')
    addresses.set('ejemplo.com', [...later])
    await uploadDocument(server, olga)
    return details.id
  }

  test.each([
    ['loopback', ['127.0.0.1']],
    ['another address of the loopback network', ['127.9.9.9']],
    ['loopback, IPv6', ['::1']],
    ['this host', ['0.0.0.0']],
    ['this host, IPv6', ['::']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1']],
    ['IPv4 in IPv6, in hexadecimal', ['::ffff:7f00:1']],
    ['IPv4-compatible', ['::127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['local NAT64', ['64:ff9b:1::a00:1']],
    ['6to4', ['2002:a00:1::']],
    ['Teredo', ['2001:0:a00:1::']],
    ['metadata of a cloud', ['169.254.169.254']],
    ['a private network', ['10.0.0.1']],
    ['link-local with a zone', ['fe80::1%eth0']],
    ['a private one after public ones', [PUBLIC, '2606:4700::1111', '192.168.0.1']],
    ['a private one before public ones', ['172.16.0.1', PUBLIC]],
    ['a number', ['2130706433']],
    ['octal', ['0177.0.0.1']],
    ['a name', ['localhost']],
    ['nothing', ['']],
    ['no address', []],
  ])('the worker connects nowhere: %s', async (_, later) => {
    const id = await rebind(later)
    await server.webhooks.tick()
    expect(await log(id)).toMatchObject([{ state: 'pending', attempts: 1, answer_status: null }])
    expect((await log(id))[0]?.problem).toMatch(/red privada|No encontramos el servidor/)
    expect(receiver.received).toEqual([])
  })

  test('each attempt looks the name up once, so no second answer is used for the connection', async () => {
    await rebind(['127.0.0.1'])
    lookedUp.length = 0
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await server.webhooks.tick()
      expect(lookedUp).toHaveLength(attempt)
      server.clock.advance(HOUR_MS)
    }
    expect(await logged()).toMatchObject([{ attempts: 3 }])
  })

  test.each([301, 302, 303, 307, 308])(
    'a redirect %i to a private address is recorded, not followed',
    async (status) => {
      const { details } = await subscribe(['document.created'])
      const other = await openReceiver()
      receiver.answer = (response) => response.writeHead(status, { location: other.url }).end()
      await uploadDocument(server, olga)
      await server.webhooks.tick()
      expect(await log(details.id)).toMatchObject([{ state: 'pending', answer_status: status }])
      expect([receiver.received.length, other.received.length]).toEqual([1, 0])
      await other.close()
    },
  )
})

test('an account has at most ten webhooks, and deleting a webhook stops its events and erases its log', async () => {
  const { details } = await subscribe()
  for (let count = 1; count < 10; count += 1) await subscribe()
  const body = { url: receiver.url, events: ['document.sent' as const], proof: await prove(server, olga) }
  expect((await refuse(server, createWebhookCall, { bearer: olga, body })).message).toMatch(/10 direcciones/)
  await uploadDocument(server, olga)
  await succeed(server, deleteWebhookCall, params(details.id))
  await server.webhooks.tick()
  expect(receiver.received).toHaveLength(9)
  const { db } = server.services
  await purgeExpired(db, { before: 0, now: server.clock.now() + 30 * DAY_MS })
  expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
})
