/** @jest-environment node */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { fileEventsCall } from 'shared/contract'
import { CLIENT_LIMITS } from 'shared/server'
import { statusLines } from 'shared/server/testing'
import { FORWARDING_PLACES } from './forwarding.ts'
import { createTestSite } from './test/create-test-site.ts'

const MEGABYTE = 1024 * 1024
const large = Buffer.alloc(9 * MEGABYTE, 'a')
/** Time runs a hundred times as fast as with the shipped limits. */
const FASTER = 100
const limits = {
  ...CLIENT_LIMITS,
  grace: 1000,
  leastRate: CLIENT_LIMITS.leastRate * FASTER,
  checkInterval: 100,
  calls: 40,
  streams: 5,
}

let folder: string
let api: Server
let site: FastifyInstance
let port: number
let asked: string[] = []
const clients: Socket[] = []

const write = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-limits-'))
  write('shell/index.html', '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>')
  write('data/releases/mf_auth/1/large.js', large)
  api = createServer(async (incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const path = incoming.url ?? ''
    if (path.endsWith('/large')) response.end(large)
    else if (path.endsWith('/empty')) response.writeHead(204).end()
    else if (path.endsWith('/unchanged')) response.writeHead(304).end()
    else if (path.endsWith('/reset')) incoming.socket.destroy()
    else if (path === fileEventsCall.path) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hola\n\n')
      events.push((text) => response.write(text))
    } else if (!path.endsWith('/never')) response.end(String((await buffer(incoming).catch(() => '')).length))
  })
  api.on('clientError', () => undefined)
  await once(api.listen(0, '127.0.0.1'), 'listening')
  site = createTestSite(folder, {
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    clientLimits: limits,
    places: { ...FORWARDING_PLACES, calls: { most: 40, ofAddress: 4 }, wait: 3000 },
  })
  await site.listen({ port: 0, host: '127.0.0.1' })
  port = (site.server.address() as AddressInfo).port
})
beforeEach(() => {
  asked = []
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
const events: ((text: string) => void)[] = []

interface Connection {
  readonly socket: Socket
  readonly text: () => string
  readonly closed: Promise<unknown>
}

const open = async (bytes: string): Promise<Connection> => {
  const socket = connect({ port, host: '127.0.0.1' })
  clients.push(socket)
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write(bytes)
  return { socket, text: () => text, closed }
}

const upload = async (path: string, size: number, bytesPerSecond: number): Promise<string> => {
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers: { 'content-length': size } })
  const answered = once(sent, 'response')
  const step = bytesPerSecond / 20
  for (let from = 0; from < size; from += step) {
    sent.write(large.subarray(from, Math.min(size, from + step)))
    await pause(1000 / 20)
  }
  sent.end()
  const [response] = await answered
  return `${response.statusCode} ${await buffer(response)}`
}

const download = async (path: string, headers = {}): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return response.ok ? (await response.arrayBuffer()).byteLength : -response.status
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const head = (method: string, more = 'Content-Length: 60000') =>
  `${method} /home/api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`

describe('slow senders', () => {
  test.each([
    ['a body', head('POST'), 'a'],
    ['a large body', head('POST', 'Content-Length: 9000000'), 'a'],
    ['chunks of a byte', head('POST', 'Transfer-Encoding: chunked'), '1\r\na\r\n'],
    ['a body after 100-continue', head('POST', 'Content-Length: 60000\r\nExpect: 100-continue'), 'a'],
    ['a body of OPTIONS', head('OPTIONS'), 'a'],
    ['a body of DELETE', head('DELETE'), 'a'],
    [
      'a body after an upgrade',
      head('POST', 'Content-Length: 60000\r\nConnection: Upgrade\r\nUpgrade: websocket'),
      'a',
    ],
  ])('the site cuts a connection that drips %s, and the API is not asked', async (_, beginning, piece) => {
    const { socket, text, closed } = await open(beginning)
    const timer = setInterval(() => socket.write(piece), 50)
    await closed
    clearInterval(timer)
    expect(statusLines(text()).filter((line) => !/ (?:100|408)$/.test(line))).toEqual([])
    expect(asked).toEqual([])
  })

  test.each(['GET', 'HEAD'])('a body of %s that never ends does not keep the connection', async (method) => {
    const { closed } = await open(head(method))
    await closed
  })

  test('the answer to a slow sender says in Spanish what to do', async () => {
    const { text, closed } = await open(head('POST'))
    await closed
    expect(text()).toMatch(/^HTTP\/1\.1 408 /)
    expect(text()).toMatch(/\r\nRetry-After: 2\r\n/)
    expect(text()).toContain('Revisa tu red e intenta de nuevo.')
  })

  test('a sender that closes its half of the connection within a body is gone', async () => {
    const { socket, closed } = await open(`${head('POST')}abc`)
    socket.end()
    await closed
    expect(asked).toEqual([])
  })

  test('the API is asked when 64 kB of a large body have arrived, and its sender is cut later', async () => {
    const { socket, closed } = await open(head('POST', 'Content-Length: 9000000'))
    const seen = once(api, 'request')
    socket.write(large.subarray(0, 70_000))
    await seen
    await closed
  })

  test('an upload of 9 MB passes at the pace of 32 kB a second', async () => {
    const size = 9 * MEGABYTE
    expect(await upload('/home/api/files/', size, 32 * 1024 * FASTER)).toBe(`200 ${size}`)
  })
})

describe('slow readers', () => {
  const readNothing = async (path: string): Promise<void> => {
    const begun = once(site.server, 'connection')
    const { socket } = await open(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.pause()
    const [inside] = (await begun) as [Socket]
    await once(inside, 'close')
  }

  test.each(['/r/mf_auth/1/large.js', '/home/api/large'])('the site cuts who does not read %s', readNothing)

  test('the site cuts who reads a byte at a time', async () => {
    const begun = once(site.server, 'connection')
    const { socket } = await open('GET /r/mf_auth/1/large.js HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.removeAllListeners('data').pause()
    const [inside] = (await begun) as [Socket]
    const timer = setInterval(() => socket.read(1), 20)
    await once(inside, 'close')
    clearInterval(timer)
  })

  test('a person with six downloads at once gets all of them', async () => {
    expect(await times(6, () => download('/home/api/large'))).toEqual(Array(6).fill(large.length))
    expect(await times(6, () => download('/r/mf_auth/1/large.js'))).toEqual(Array(6).fill(large.length))
  })

  test('an event stream stays open while a slow sender is cut, and further streams are refused', async () => {
    const streams = await times(limits.streams, () => open(`GET ${fileEventsCall.path} HTTP/1.1\r\nHost: x\r\n\r\n`))
    while (events.length < limits.streams) await once(api, 'request')
    const refused = await open(`GET ${fileEventsCall.path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await refused.closed
    expect(statusLines(refused.text())).toEqual(['HTTP/1.1 429'])
    const slow = await open(head('POST'))
    await slow.closed
    const more = streams.map(({ socket }) => once(socket, 'data'))
    for (const send of events) send('data: 1\n\n')
    await Promise.all(more)
    expect(await download('/home/api/files/')).toBe(1)
  })
})

describe('calls at a time', () => {
  test('calls that wait for a place of their address all succeed', async () => {
    expect(await times(limits.calls, () => download('/home/api/files/'))).toEqual(Array(limits.calls).fill(1))
  })

  test('addresses of one IPv6 network share a limit, and other addresses are not affected', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const many = await times(limits.calls, (index) =>
      open(`${head('POST', `Content-Length: 60000\r\nX-Forwarded-For: 2001:db8:1:2::${index}`)}`),
    )
    const refused = await open(head('POST', 'Content-Length: 60000\r\nX-Forwarded-For: 2001:db8:1:2:ffff::1'))
    await refused.closed
    expect(statusLines(refused.text())).toEqual(['HTTP/1.1 429'])
    expect(refused.text()).toMatch(/\r\nretry-after: 2\r\n/)
    expect(await download('/home/api/files/', from('2001:db8:1:3::1'))).toBe(1)
    await Promise.all(many.map(({ closed }) => closed))
    expect(await download('/home/api/files/', from('2001:db8:1:2::1'))).toBe(1)
  })

  const never = (address: string): string =>
    `GET /home/api/never HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`

  test('pipelined calls count one by one, and none stays counted when their connection is lost', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const { socket, text } = await open(never('203.0.113.7').repeat(limits.calls + 20))
    while ((await download('/healthz', from)) >= 0);
    expect(await download('/healthz')).toBeGreaterThan(0)
    expect(text()).toBe('')
    socket.destroy()
    while ((await download('/healthz', from)) < 0);
    expect(await times(limits.calls, () => download('/healthz', from))).not.toContain(-429)
  })

  test('no way to end a call keeps its place', async () => {
    const paths = ['empty', 'unchanged', 'reset', 'x%0d', '%2e%2e/%2e%2e/x', 'large']
    for (const method of ['GET', 'HEAD', 'POST'])
      for (const path of paths)
        await times(6, async () => {
          const { socket, closed } = await open(
            `${method} /home/api/${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
          )
          socket.resume()
          await closed
        })
    await times(6, async () => {
      const seen = once(api, 'request')
      const { socket } = await open('GET /home/api/large HTTP/1.1\r\nHost: x\r\n\r\n')
      await seen
      socket.destroy()
    })
    expect(await times(8, () => download('/home/api/large'))).toEqual(Array(8).fill(large.length))
  })

  test('a call that gets no place in time is told to come back', async () => {
    const from = { 'x-forwarded-for': '203.0.113.8' }
    await times(4, () => open(never('203.0.113.8')))
    while (asked.length < 4) await once(api, 'request')
    const response = await fetch(`http://127.0.0.1:${port}/home/api/files/`, { headers: from })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await download('/home/api/files/')).toBe(1)
  })
})
