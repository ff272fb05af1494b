/** @jest-environment node */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CLIENT_LIMITS, REQUEST_TIMEOUTS } from 'shared/server'
import { scaled } from 'shared/testing/limits'
import { FORWARDING_PLACES } from './forwarding.ts'
import { createTestSite } from './test/create-test-site.ts'

jest.setTimeout(scaled(240_000))

const ATTACKER = '127.0.0.2'
const MEGABYTE = 1024 * 1024
/** More than kernels keep of an answer. */
const large = Buffer.alloc(9 * MEGABYTE, 'a')
/** Of an ordinary call, in milliseconds. */
const API_WORK = 5
/**
 * Milliseconds. A stopped site answers nothing within it. Idle calls take five to ten, and other tests on the same cores
 * make them ten times as long, so a closer limit would measure those tests.
 */
const UNNOTICED = scaled(500)
const TOKEN = 'a-token-for-metrics'

const ATTACKERS = 1000
/** Kernels drop connections that wait beyond their backlog, so the next ones come when these are accepted. */
const AT_ONCE = 100

/** Patience without end until all attackers are there, however slow the machine; then three seconds instead of twenty. */
const limits = { ...CLIENT_LIMITS, grace: Number.MAX_SAFE_INTEGER, checkInterval: 500 }
const IMPATIENT = 3000
/** Milliseconds; Node's most. */
const timeouts = { ...REQUEST_TIMEOUTS, headers: 300_000 }

const places = { ...FORWARDING_PLACES, wait: 400 }

let folder: string
let api: Server
let site: FastifyInstance
let port: number
const clients: Socket[] = []
/** The site's side of the attacker's connections. */
const attacking = new Set<Socket>()
let accepted = 0

const write = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-slow-'))
  write('shell/index.html', '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>')
  write('data/releases/mf_auth/1/large.js', large)
  api = createServer(async (request, response) => {
    if (request.url?.endsWith('/large')) response.end(large)
    else {
      request.resume()
      await once(request, 'end')
      await pause(API_WORK)
      response.end('{}')
    }
  })
  api.on('clientError', () => undefined)
  await once(api.listen(0, '127.0.0.1'), 'listening')
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  site = createTestSite(folder, { apiUrl, clientLimits: limits, timeouts, places, metricsToken: TOKEN })
  await site.listen({ port: 0, host: '127.0.0.1' })
  port = (site.server.address() as AddressInfo).port
  site.server.on('connection', (socket) => {
    const { remoteAddress } = socket
    // On a slow machine some are cut before they are accepted, and have no address any more. Calls are never cut.
    if (remoteAddress !== ATTACKER && remoteAddress !== undefined) return
    accepted += 1
    if (remoteAddress === undefined) return
    attacking.add(socket)
    socket.once('close', () => attacking.delete(socket))
  })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
afterAll(async () => {
  await site.close()
  api.closeAllConnections()
  api.close()
  rmSync(folder, { recursive: true })
})

interface Slow {
  readonly text: () => string
  readonly cut: Promise<unknown>
  readonly socket: Socket
}

const open = async (head: string, localAddress = ATTACKER): Promise<Slow> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  clients.push(socket)
  let text = ''
  socket.on('error', () => undefined)
  const cut = once(socket, 'close').catch(() => undefined)
  await once(socket, 'connect')
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1').slice(0, 1000 - text.length)
  })
  socket.write(`${head}\r\n\r\n`)
  return { text: () => text, cut, socket }
}

const SENDER = 'POST /home/api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000'
const openSender = (head = SENDER): Promise<Slow> => open(head)

/** Reads the head of the answer and no more. */
const openReader = async (path: string): Promise<Slow> => {
  const reader = await open(`GET ${path} HTTP/1.1\r\nHost: x`)
  reader.socket.pause()
  return reader
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const timeCall = async (): Promise<number> => {
  const begun = performance.now()
  const sent = get({ port, host: '127.0.0.1', path: '/home/api/files/', agent })
  const [response] = await once(sent, 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
  await once(response, 'end')
  return performance.now() - begun
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.floor(values.length * share)] ?? 0

/** Of three rounds, because other programs share the machine. */
const medianP95 = async (): Promise<number> => {
  const each: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const times: number[] = []
    for (let call = 0; call < 40; call += 1) times.push(await timeCall())
    each.push(quantile(times, 0.95))
  }
  return quantile(each, 0.5)
}

const faults = async (): Promise<Record<string, number>> => {
  const { body } = await site.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = body.matchAll(/^trazo_client_faults_total\{kind="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, kind = '', count]) => [kind, Number(count)]))
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const allAccepted = async (count: number): Promise<void> => {
  while (accepted < count) await once(site.server, 'connection')
}

/** The attackers hold as many calls as an address may have. */
const untilRefused = async ({ calls = 0 }: Record<string, number>): Promise<Record<string, number>> => {
  const now = await faults()
  return (now.calls ?? 0) > calls ? now : untilRefused({ calls })
}

/** A paused client does not see that it was cut. */
const allCut = async (): Promise<void> => {
  for (const socket of attacking) await once(socket, 'close')
}

test('500 slow senders and 500 slow readers of one address do not slow down another address, and are cut', async () => {
  const idleBefore = await medianP95()
  const before = await faults()
  let most = 0
  const connected = new Set<Socket>()
  api.on('connection', (socket) => {
    connected.add(socket)
    most = Math.max(most, connected.size)
    socket.once('close', () => connected.delete(socket))
  })
  for (let count = AT_ONCE; count <= ATTACKERS; count += AT_ONCE) {
    await times(AT_ONCE, (index) => (index % 2 === 0 ? openSender() : openReader('/home/api/large')))
    await allAccepted(count)
  }
  await untilRefused(before)
  limits.grace = IMPATIENT
  const busy = await medianP95()
  await allCut()
  // The attacker's share, and connections that the API has yet to close.
  expect(most).toBeLessThan(2 * FORWARDING_PLACES.calls.ofAddress)
  // The load that other programs cause changes between the rounds.
  const idle = Math.max(idleBefore, await medianP95())
  expect(busy).toBeLessThan(Math.max(2 * idle, UNNOTICED))
  const after = await faults()
  for (const kind of ['body', 'reading']) expect([kind, after[kind]]).not.toEqual([kind, before[kind]])
})
