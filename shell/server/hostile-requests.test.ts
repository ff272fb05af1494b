/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createSite } from './site.ts'

const SECRET = 'nobody may read this'

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
  site = createSite({
    apiUrl: `http://127.0.0.1:${portOf(api)}`,
    apiHost: '',
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
    signingAgent: 'simulated',
    metricsToken: '',
    overrideOrigins: [],
    trustedProxies: 'loopback',
    shell: { release: '1', folder: join(folder, 'shell') },
    pdfjsFolder: join(folder, 'pdfjs'),
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

/** Sends raw bytes; resolves when the server closes. */
const talk = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)))
    socket.write(Buffer.from(bytes, 'latin1'))
  })

/** Keeps sending single bytes after `beginning`. */
const drip = (beginning: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    const drops = setInterval(() => socket.write('a'), 10)
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drops)
      resolve(heard)
    })
  })

const answersIn = (heard: string): string[] => heard.match(/HTTP\/1\.1 \d{3}/g) ?? []

describe('paths that lead out of a folder', () => {
  const UP = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%252f', '..\\', '..%5c', '%c0%ae%c0%ae/', '....//', '.%00./']
  const paths = ['/assets/', '/r/', '/r/mf_auth/', '/r/mf_auth/1/', '/pdfjs/', '/pdfjs/1/', '/'].flatMap((prefix) =>
    UP.flatMap((up) =>
      [1, 2, 3].flatMap((times) => ['secret', 'keys/secret'].map((to) => prefix + up.repeat(times) + to)),
    ),
  )

  test('answer nothing that is outside, however they are written', async () => {
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
      const heard = await talk(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nConnection: close\r\n\r\n`)
      const status = Number(answersIn(heard)[0]?.slice(9))
      if (heard.includes(SECRET) || !(status >= 400 && status < 500)) wrong.push(`${path}: ${status}`)
    }
    expect(wrong).toEqual([])
  }, 60_000)

  test('do not leave the prefix that is passed on', async () => {
    for (const path of ['/api/../metrics', '/api/..%2fmetrics', '/home/api/%2e%2e/%2e%2e/metrics', '/o/..\\metrics'])
      await talk(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(
      asked.filter((line) => !/^GET \/(?:api|home\/api|o)\//.test(line) || /\/\.\.\/|%2e%2e\//i.test(line)),
    ).toEqual([])
  })

  test('have the headers of every answer also where they cannot be read', async () => {
    const heard = await talk('GET /% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
    expect(heard).toMatch(/\r\nreferrer-policy: no-referrer\r\n/)
    expect(heard).toContain('"code":"VALIDATION"')
  })
})

describe('who sends slowly', () => {
  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    ['body', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 900\r\n\r\nabc'],
  ])('is cut off: %s', async (_, bytes) => {
    const heard = await talk(bytes)
    expect(answersIn(heard).filter((line) => !/ (?:408|503|504)$/.test(line))).toEqual([])
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
  ])('is cut off however steadily the bytes of a %s drip', async (_, beginning) => {
    const heard = await drip(beginning)
    expect(answersIn(heard).filter((line) => !/ (?:4\d\d|503|504)$/.test(line))).toEqual([])
  })
})

describe('requests that the API could read as two', () => {
  const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n'
  const head = 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n'

  test.each([
    ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['an encoding that is almost one', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['an encoding behind a space', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths that agree', `${head}Content-Length: 0\r\nContent-Length: 0\r\n\r\n${hidden}`],
    ['a length with a sign', `${head}Content-Length: +0\r\n\r\n${hidden}`],
    ['a folded length', `${head}Content-Length:\r\n 0\r\n\r\n${hidden}`],
    ['a folded encoding', `${head}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a header folded over another', `${head}X-A: b\r\n Content-Length: 4\r\n\r\n${hidden}`],
    ['lines ended by CR alone', `${head.replaceAll('\r\n', '\r')}\r\r${hidden}`],
    ['a NUL in a header', `${head}X-A: b\0c\r\n\r\n${hidden}`],
    ['a chunk of no length', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${hidden}`],
    ['a line break in the address', 'GET /api/x\rHost:y HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('do not reach it: %s', async (_, bytes) => {
    const heard = await talk(bytes)
    expect(answersIn(heard)).toEqual(['HTTP/1.1 400'])
    expect(asked).not.toContain('GET /api/hidden')
  })

  test('line breaks that are encoded in an address stay encoded', async () => {
    const heard = await talk('GET /api/x%0d%0aX-A:%201 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answersIn(heard)).toEqual(['HTTP/1.1 200'])
    expect(asked).toEqual(['GET /api/x%0d%0aX-A:%201'])
  })
})
