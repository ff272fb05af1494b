import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { listFilesCall } from 'shared/contract'
import { CLIENT_LIMITS } from 'shared/server'
import { statusLines } from 'shared/server/testing'
import { buildApp } from '../../src/app/app.ts'
import { CALLS_OF_ACCOUNT } from '../../src/platform/http/guard-api.ts'
import { registerPerson } from '../support/people.ts'
import { closeTestServers, openTestServer } from '../support/test-server.ts'

const TOKEN = 'a-token-for-metrics'
const clientLimits = { ...CLIENT_LIMITS, grace: 1500, checkInterval: 100, calls: 2 * CALLS_OF_ACCOUNT }

let app: FastifyInstance
let owner: string
let other: string
const clients: Socket[] = []

beforeAll(async () => {
  const server = await openTestServer()
  owner = (await registerPerson(server, 'olga')).access_token
  other = (await registerPerson(server, 'pablo')).access_token
  app = await buildApp(server.services, {
    log: pino({ level: 'silent' }),
    dataDir: server.dataDir,
    showOutbox: true,
    rateLimitFactor: 1,
    metricsToken: TOKEN,
    clientLimits,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
afterAll(async () => {
  await app.close()
  await closeTestServers()
})

const open = async (head: string): Promise<{ text: () => string; closed: Promise<unknown>; socket: Socket }> => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write(head)
  return { socket, text: () => text, closed }
}

const sender = (bearer: string, address = '203.0.113.1'): string =>
  `POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`

const openMany = (count: number, head: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => open(head(index))))

/** Calls are counted when they begin, so the server has seen all of them. */
const begun = async (count: number): Promise<void> => {
  for (let seen = 0; seen < count; seen += 1) await once(app.server, 'request')
}

const listAs = (bearer: string, remoteAddress: string) =>
  app.inject({ url: listFilesCall.path, remoteAddress, headers: { authorization: `Bearer ${bearer}` } })

const faults = async (kind: string): Promise<number> => {
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  return Number(new RegExp(`^trazo_client_faults_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1])
}

test('the API cuts a slow sender with 408, also on its own port', async () => {
  const before = await faults('body')
  const { text, closed } = await open(sender('x'))
  await closed
  expect(statusLines(text())).toEqual(['HTTP/1.1 408'])
  expect(text()).toContain('Revisa tu red e intenta de nuevo.')
  expect(await faults('body')).toBe(before + 1)
})

test('one account has 64 unfinished calls, from however many addresses, and other accounts are not affected', async () => {
  const seen = begun(CALLS_OF_ACCOUNT)
  const many = await openMany(CALLS_OF_ACCOUNT, (index) => sender(owner, `203.0.113.${index}`))
  await seen
  const refused = await listAs(owner, '198.51.100.1')
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([429, '2', 'RATE_LIMITED'])
  expect((await listAs(other, '198.51.100.1')).statusCode).toBe(200)
  await Promise.all(many.map(({ closed }) => closed))
  expect((await listAs(owner, '198.51.100.1')).statusCode).toBe(200)
  expect(await faults('account')).toBe(1)
})

test('one address has a limit of unfinished calls, with whatever tokens, and other addresses are not affected', async () => {
  const seen = begun(clientLimits.calls)
  const many = await openMany(clientLimits.calls, (index) => sender(`x${index}`, '203.0.113.200'))
  await seen
  expect((await listAs(owner, '203.0.113.200')).statusCode).toBe(429)
  expect((await listAs(owner, '203.0.113.201')).statusCode).toBe(200)
  for (const { socket } of many) socket.destroy()
})
