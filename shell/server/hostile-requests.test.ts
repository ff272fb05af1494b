/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ambiguousRequests, sendBytes, sendSlowly, statusLines } from 'shared/server/testing'
import { scaled } from 'shared/testing/limits'
import { createTestSite } from './test/create-test-site.ts'

jest.setTimeout(scaled(60_000))

const SECRET = 'this is not public'

let folder: string
let site: FastifyInstance
let api: Server
let port: number
let asked: string[] = []

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-hostile-'))
  write('shell/index.html', '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>')
  write('shell/assets/main.js', 'plain')
  write('pdfjs/1/pdf.mjs', 'pdf')
  write('data/releases/mf_auth/1/mf-manifest.json', '{}')
  for (const path of ['secret', 'shell/secret', 'data/secret', 'data/keys/secret', 'data/releases/secret'])
    write(path, SECRET)
  api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    response.end('{}')
  })
  await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
  site = createTestSite(folder, {
    apiUrl: `http://127.0.0.1:${portOf(api)}`,
    timeouts: { headers: 400, request: 1000, checkInterval: 50 },
  })
  await site.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(site.server)
})
afterAll(async () => {
  await site.close()
  api.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
})

const talk = (bytes: string): Promise<string> => sendBytes(port, bytes)

describe('path traversal', () => {
  const UP = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%252f', '..\\', '..%5c', '%c0%ae%c0%ae/', '....//', '.%00./']
  const paths = ['/assets/', '/r/', '/r/mf_auth/', '/r/mf_auth/1/', '/pdfjs/', '/pdfjs/1/', '/'].flatMap((prefix) =>
    UP.flatMap((up) =>
      [1, 2, 3].flatMap((times) => ['secret', 'keys/secret'].map((to) => prefix + up.repeat(times) + to)),
    ),
  )

  test('the site answers 4xx and never reveals a file outside the served folders', async () => {
    const wrong: string[] = []
    for (const path of [
      ...paths,
      '/assets/%00',
      '/assets/main.js%00.css',
      '/%',
      '/assets/%ff',
      '//etc/passwd',
      '/\\..\\secret',
    ]) {
      const received = await talk(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nConnection: close\r\n\r\n`)
      const status = Number(statusLines(received)[0]?.slice(9))
      if (received.includes(SECRET) || !(status >= 400 && status < 500)) wrong.push(`${path}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('the proxy forwards no path outside the proxied prefixes', async () => {
    for (const path of ['/api/../metrics', '/api/..%2fmetrics', '/home/api/%2e%2e/%2e%2e/metrics', '/o/..\\metrics'])
      await talk(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(
      asked.filter((line) => !/^GET \/(?:api|home\/api|o)\//.test(line) || /\/\.\.\/|%2e%2e\//i.test(line)),
    ).toEqual([])
  })

  test('an invalid path is refused with the security headers', async () => {
    const received = await talk('GET /% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(received).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
    expect(received).toMatch(/\r\nreferrer-policy: no-referrer\r\n/)
    expect(received).toContain('"code":"VALIDATION"')
  })
})

describe('slow requests', () => {
  test('a connection without a byte is closed without an answer, which would be taken for that of the next call', async () => {
    expect(await talk('')).toBe('')
  })

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    ['body', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 900\r\n\r\nabc'],
  ])('the site times out a request that stops within its %s', async (_, bytes) => {
    const received = await talk(bytes)
    expect(statusLines(received).filter((line) => !/ (?:408|503|504)$/.test(line))).toEqual([])
  })

  test.each([
    ['header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    [
      'body for the API',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 90000\r\n\r\n',
    ],
    [
      'body for the site',
      'POST /mf-events HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 90000\r\n\r\n',
    ],
  ])('the site times out a request although the bytes of a %s keep arriving', async (_, beginning) => {
    const received = await sendSlowly(port, beginning)
    expect(statusLines(received).filter((line) => !/ (?:4\d\d|503|504)$/.test(line))).toEqual([])
  })
})

describe('request smuggling', () => {
  const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n'
  const head = 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n'

  const lineBreak = ['a line break in the address', 'GET /api/x\rHost:y HTTP/1.1\r\nHost: x\r\n\r\n'] as const

  test.each([...ambiguousRequests(head, hidden), lineBreak])(
    'the site answers 400 and does not forward the hidden request: %s',
    async (_, bytes) => {
      const received = await talk(bytes)
      expect(statusLines(received)).toEqual(['HTTP/1.1 400'])
      expect(asked).not.toContain('GET /api/hidden')
    },
  )

  test('the proxy keeps encoded line breaks of a path encoded', async () => {
    const received = await talk('GET /api/x%0d%0aX-A:%201 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(statusLines(received)).toEqual(['HTTP/1.1 200'])
    expect(asked).toEqual(['GET /api/x%0d%0aX-A:%201'])
  })
})
