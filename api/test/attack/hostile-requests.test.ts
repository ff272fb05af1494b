import { pino } from 'pino'
import { ambiguousRequests, sendBytes, sendSlowly, statusLines } from 'shared/server/testing'
import { buildApp } from '../../src/app/app.ts'
import { multipart, registerPerson, threePages, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let owner: string
let documentId: number
let port: number
let closeListening: () => Promise<unknown>

beforeAll(async () => {
  server = await openTestServer()
  owner = (await registerPerson(server, 'olga')).access_token
  documentId = (await uploadDocument(server, owner)).id
  const options = { log: pino({ level: 'silent' }), dataDir: server.dataDir, showOutbox: true, rateLimitFactor: 1000 }
  const app = await buildApp(server.services, {
    ...options,
    timeouts: { headers: 400, request: 1000, checkInterval: 50 },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  closeListening = () => app.close()
})
afterAll(async () => {
  await closeListening()
  await closeTestServers()
})

const talk = (...pieces: readonly string[]): Promise<string> => sendBytes(port, ...pieces)

const drip = (beginning: string): Promise<string> => sendSlowly(port, beginning)

describe('a slow sender', () => {
  test('the server answers 408 when the headers stay unfinished', async () => {
    expect(statusLines(await talk('GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: '))).toEqual(['HTTP/1.1 408'])
  })

  test('a connection without a byte is closed without an answer, which would be taken for that of the next call', async () => {
    expect(await talk()).toBe('')
  })

  test('the server answers 408 when the body stays unfinished', async () => {
    const head =
      'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n'
    expect(statusLines(await talk(head, '{"username":'))).toEqual(['HTTP/1.1 408'])
  })

  test.each([
    ['header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: '],
    ['body', 'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 90000\r\n\r\n'],
    ['chunk', 'POST /home/api/verify/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n'],
  ])('the server ends a request when the bytes of a %s arrive steadily but slowly', async (_, beginning) => {
    const received = await drip(beginning)
    expect(statusLines(received).filter((line) => !/ 4\d\d$/.test(line))).toEqual([])
  })

  test('two hundred slow senders do not delay other answers', async () => {
    const many = Array.from({ length: 200 }, () => drip('GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: '))
    const received = await talk('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(statusLines(received)).toEqual(['HTTP/1.1 200'])
    await Promise.all(many)
  })
})

describe('requests that two programs could parse differently', () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const head = 'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

  test.each(ambiguousRequests(head, hidden))(
    'the server refuses a request with %s and reads nothing behind the request',
    async (_, bytes) => {
      expect(statusLines(await talk(bytes))).toEqual(['HTTP/1.1 400'])
    },
  )

  test('the server refuses very long headers', async () => {
    const received = await talk(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`)
    expect(statusLines(received)).toEqual(['HTTP/1.1 431'])
  })
})

const TRAVERSALS = [
  '..',
  '../..',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%252f..%252fetc%252fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..\\..\\etc\\passwd',
  '..%5c..%5cetc%5cpasswd',
  '%00',
  '1%00.pdf',
  '%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  '....//....//etc/passwd',
  '%ff',
  '%',
  ';/etc/passwd',
] as const

test('no path parameter reads a system file or causes an internal error', async () => {
  const routes = server.app.routeTable.filter(({ url, method }) => /[:*]/.test(url) && method !== 'HEAD')
  expect(routes.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { method, url } of routes)
    for (const traversal of TRAVERSALS) {
      const path = url.replace(/:\w+|\*$/g, traversal)
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nConnection: close\r\n`
      const received = await talk(`${head}Content-Length: 0\r\n\r\n`)
      // Dot segments may resolve to another route.
      const status = Number(statusLines(received)[0]?.slice(9))
      if (received.includes('root:') || status >= 500 || Number.isNaN(status))
        wrong.push(`${method} ${path}: ${status}`)
    }
  expect(wrong).toEqual([])
})

describe('oversized bodies', () => {
  const login = (payload: string, type = 'application/json') =>
    server.app.inject({ method: 'POST', url: '/api/auth/login/', payload, headers: { 'content-type': type } })

  test.each([
    ['lists', '['.repeat(300_000) + ']'.repeat(300_000)],
    ['objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['lists without an end', '['.repeat(900_000)],
  ])('the API refuses deeply nested %s', async (_, payload) => {
    expect((await login(payload)).statusCode).toBe(400)
  })

  test('the API refuses more than a megabyte of JSON and more than sixteen kilobytes of form data', async () => {
    expect((await login(`"${'x'.repeat(1_100_000)}"`)).json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    const payload = `grant_type=${'x'.repeat(17_000)}`
    const form = 'application/x-www-form-urlencoded'
    const answer = await server.app.inject({
      method: 'POST',
      url: '/o/token/',
      payload,
      headers: { 'content-type': form },
    })
    expect(answer.statusCode).toBe(413)
  })

  test.each(['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}'])(
    'the API refuses JSON that would change prototypes: %s',
    async (payload) => {
      expect((await login(payload)).statusCode).toBe(400)
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
    },
  )

  test.each([
    ['/home/api/files/', 'Content-Disposition: form-data; name="a"\r\n\r\nb\r\n'],
    ['/home/api/files/', 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF\r\n'],
    ['/home/api/verify/', 'Content-Disposition: form-data; name="a"\r\n\r\nb\r\n'],
  ])('%s refuses a multipart body with 20,000 parts', async (url, part) => {
    const payload = `${`--x\r\n${part}`.repeat(20_000)}--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${owner}` }
    const answer = await server.app.inject({ method: 'POST', url, payload, headers })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('names of uploaded files', () => {
  const nameAfter = async (filename: string): Promise<string> => {
    const { payload, headers } = await multipart([
      ['file_type_id', '1'],
      ['file', { bytes: threePages(), filename }],
    ])
    const answer = await server.app.inject({
      method: 'POST',
      url: '/home/api/files/',
      headers: { ...headers, authorization: `Bearer ${owner}` },
      payload,
    })
    return answer.json().original_filename
  }

  test.each([
    ['factura\u202efdp.exe', 'facturafdp.exe.pdf'],
    ['fac\u200btura\u2060.pdf', 'factura.pdf'],
    ['contrato.рdf', 'contrato.рdf.pdf'],
    ['contrato.pdf.exe', 'contrato.pdf.exe.pdf'],
    ['../../../etc/passwd', 'passwd.pdf'],
    ['=cmd|calc!A1.pdf', '=cmd|calc!A1.pdf'],
  ])('the API stores the file name %j as %j', async (given, kept) => {
    expect(await nameAfter(given)).toBe(kept)
  })

  test('a long file name in any alphabet stays in one header line and keeps its text', async () => {
    const given = `${'ñ李👩‍👧"\\;'.repeat(60)}.pdf`
    const kept = await nameAfter(given)
    expect([...kept].length).toBeLessThanOrEqual(204)
    const files = await server.app.inject({ url: '/home/api/files/', headers: { authorization: `Bearer ${owner}` } })
    const { id } = files
      .json()
      .find(({ original_filename }: { original_filename: string }) => original_filename === kept)
    const url = `/home/api/files/${id}/public_download`
    const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${owner}` } })
    const disposition = String(answer.headers['content-disposition'])
    expect(disposition).toMatch(/^[\x20-\x7e]+$/)
    const [, encoded = ''] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
    expect(decodeURIComponent(encoded)).toBe(kept)
  })
})

test('the API reads a document only by its exact id', async () => {
  const headers = { authorization: `Bearer ${owner}` }
  for (const id of [
    `0${documentId}`,
    `${documentId}.0`,
    `+${documentId}`,
    `${documentId}e0`,
    `0x${documentId.toString(16)}`,
  ])
    expect(
      (await server.app.inject({ url: `/home/api/files/${encodeURIComponent(id)}/`, headers })).statusCode,
    ).not.toBe(200)
})
