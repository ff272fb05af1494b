/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { withApiHost } from './pages.ts'
import { createTestSite } from './test/create-test-site.ts'

const HTML =
  '<!doctype html><meta name="trazo-api-host" content=""><script>theme()</script><script src="/assets/main.1.js"></script><div id="root"></div>'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const navigation = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

let folder: string
let site: FastifyInstance

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const open = (apiUrl: string, apiHost = '', overrideOrigins: readonly string[] = []): FastifyInstance =>
  createTestSite(folder, {
    apiUrl,
    apiHost,
    overrideOrigins,
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-site-'))
  write('shell/index.html', HTML)
  write('shell/favicon.svg', '<svg/>')
  write('shell/assets/main.1.js', 'plain')
  write('shell/assets/main.1.js.br', 'brotli')
  write('data/releases/mf_auth/1/mf-manifest.json', '{}')
  write('data/releases/mf_auth/2.77.unfinished/mf-manifest.json', '{}')
  write('pdfjs/6.5.438/pdf.worker.min.mjs', 'worker')
  write('pdfjs/6.5.438/wasm/openjpeg.wasm', 'wasm')
  site = open('http://127.0.0.1:9')
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

describe('pages', () => {
  test.each(['/', '/login', '/sign/12/contrato?token=secret', '/no/such/page'])('%s returns the page', async (url) => {
    const answer = await site.inject({ url, headers: navigation })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(HTML)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+';/)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  test('the site answers 304 if the browser has the page', async () => {
    const { headers } = await site.inject({ url: '/', headers: navigation })
    const again = await site.inject({ url: '/', headers: { ...navigation, 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip;q=0.8, br;q=0', 'gzip'],
    ['identity', undefined],
  ])('the site answers accept-encoding %s with the encoding %s', async (accepted, encoding) => {
    const answer = await site.inject({ url: '/', headers: { ...navigation, 'accept-encoding': accepted } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  test.each<[string, Record<string, string>]>([
    ['/missing', { accept: 'application/json' }],
    ['/missing', { accept: 'application/json, text/plain, */*' }],
    ['/missing', { accept: 'text/event-stream' }],
    ['/missing', { accept: 'image/avif,image/webp' }],
    ['/missing', { accept: '*/*', 'sec-fetch-dest': 'script' }],
    ['/missing', { accept: '*/*', 'sec-fetch-dest': 'empty' }],
    ['/missing.js', { accept: '*/*' }],
    ['/robots.txt', {}],
    ['/sign/12/contrato.pdf', { accept: '*/*', 'sec-fetch-dest': 'image' }],
    ['/sign/12/contrato.pdf', { accept: 'application/json' }],
    ['/sign/12.pdf', { accept: '*/*' }],
    ['/sign/12/contrato.pdf/extra.pdf', { accept: '*/*' }],
    ['/firmas/12/contrato.pdf', { accept: '*/*' }],
    ['/assets/missing.js', { accept: '*/*' }],
    ['/assets/missing', {}],
    ['/r/mf_auth/9/missing', { accept: '*/*' }],
    ['/pdfjs/1.0.0/missing', {}],
  ])('the site answers 404 for a missing file or call: %s with %p', async (url, headers) => {
    const answer = await site.inject({ url, headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each<[string, Record<string, string>]>([
    ['no Accept', {}],
    ['an empty Accept', { accept: '' }],
    ['*/*', { accept: '*/*' }],
    ['*/* of a navigation', { accept: '*/*', 'sec-fetch-dest': 'document' }],
    ['text/*', { accept: 'text/*;q=0.8' }],
    ['an image or anything', { accept: 'image/*,*/*;q=0.5' }],
  ])('with %s, the site returns the page without data of the document', async (_what, headers) => {
    const [home, sign] = await Promise.all(
      ['/', '/sign/12/contrato-secreto?token=secret'].map((url) => site.inject({ url, headers })),
    )
    expect([home?.statusCode, sign?.statusCode]).toEqual([200, 200])
    expect(sign?.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(sign?.body).toBe(HTML)
    expect((await site.inject({ method: 'HEAD', url: '/', headers })).statusCode).toBe(200)
  })

  test.each(['/sign/12/contrato.pdf?token=secret', '/Sign/12/Acta.v2.pdf', '/sign/field/12/contrato.pdf/7'])(
    'a signing address that looks like a file name returns the page: %s',
    async (url) => {
      for (const headers of [{}, { accept: '*/*' }]) {
        const answer = await site.inject({ url, headers })
        expect([answer.statusCode, answer.body]).toEqual([200, HTML])
      }
    },
  )

  test.each(['/api/missing', '/home/api/missing', '/o/missing', '/dev/outbox'])(
    'the site treats %s as an API call for any Accept header',
    async (url) => {
      for (const headers of [{}, { accept: '*/*' }]) {
        const answer = await site.inject({ url, headers })
        expect(answer.statusCode).toBe(503) // there is no API here
        expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
      }
    },
  )

  test('the site answers 404 for a POST to a page address', async () => {
    expect((await site.inject({ method: 'POST', url: '/', headers: navigation })).statusCode).toBe(404)
  })

  test('the site sends strict transport security only behind TLS', async () => {
    const plain = await site.inject({ url: '/', headers: navigation })
    expect(plain.headers).not.toHaveProperty('strict-transport-security')
    const secure = await site.inject({ url: '/', headers: { ...navigation, 'x-forwarded-proto': 'https' } })
    expect(secure.headers['strict-transport-security']).toMatch(/^max-age=\d+/)
  })
})

describe('files', () => {
  test.each([
    ['/assets/main.1.js', /javascript/],
    ['/r/mf_auth/1/mf-manifest.json', /json/],
    ['/pdfjs/6.5.438/pdf.worker.min.mjs', /javascript/],
    ['/pdfjs/6.5.438/wasm/openjpeg.wasm', /^application\/wasm$/],
  ])('browsers may cache %s as immutable', async (url, type) => {
    const answer = await site.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe(IMMUTABLE)
    expect(answer.headers['content-type']).toMatch(type)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    '/assets/main.2.js',
    '/r/mf_auth/3/mf-manifest.json',
    '/r/mf_auth/2.77.unfinished/mf-manifest.json',
    '/r/registry.json',
    '/r/mf_auth/..%2fregistry.json',
    '/pdfjs/1.0.0/pdf.worker.min.mjs',
  ])('%s answers 404 also for a navigation, and never returns the page', async (url) => {
    const answer = await site.inject({ url, headers: navigation })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the site sends the compressed copy of a file if the client accepts the encoding', async () => {
    const answer = await site.inject({ url: '/assets/main.1.js', headers: { 'accept-encoding': 'br' } })
    expect(answer.body).toBe('brotli')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
    expect((await site.inject('/assets/main.1.js')).body).toBe('plain')
  })

  test('the response of the pdf.js worker has a policy that allows WebAssembly', async () => {
    const { headers } = await site.inject('/pdfjs/6.5.438/pdf.worker.min.mjs')
    expect(headers['content-security-policy']).toContain("'wasm-unsafe-eval'")
  })

  test('the icon is served at the root and cached for an hour', async () => {
    const answer = await site.inject('/favicon.svg')
    expect(answer.headers['content-type']).toMatch(/svg/)
    expect(answer.headers['cache-control']).toBe('public, max-age=3600')
  })
})

describe('registry', () => {
  const registry = (active: string) =>
    JSON.stringify({
      version: 1,
      remotes: {
        mf_auth: {
          active,
          fallback: null,
          releases: { [active]: { manifest: '/r/x', integrity: 'sha384-AAAA', shared: '^1.0.0' } },
        },
      },
    })

  test('the site reads the registry for each request and keeps the last good one if the file breaks', async () => {
    expect((await site.inject('/registry.json')).statusCode).toBe(503)
    write('data/releases/registry.json', registry('1'))
    const first = await site.inject('/registry.json')
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.json().remotes.mf_auth.active).toBe('1')
    write('data/releases/registry.json', registry('2'))
    expect((await site.inject('/registry.json')).json().remotes.mf_auth.active).toBe('2')
    write('data/releases/registry.json', '{ half')
    expect((await site.inject('/registry.json')).json().remotes.mf_auth.active).toBe('2')
  })
})

describe('the API behind the site', () => {
  let api: Server
  let behind: FastifyInstance
  let url: string

  beforeAll(async () => {
    api = createServer((request, response) => {
      let bytes = 0
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      request.on('end', () => {
        const status = request.url?.includes('busy') ? 503 : request.headers.range ? 206 : 200
        response.writeHead(status, { 'content-type': 'application/json', 'content-range': 'bytes 0-3/10' })
        response.end(JSON.stringify({ url: request.url, method: request.method, bytes, headers: request.headers }))
      })
    })
    await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
    behind = open(`http://127.0.0.1:${(api.address() as AddressInfo).port}`)
    url = await behind.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await behind.close()
    api.close()
  })

  test.each([
    '/api/x',
    '/home/api/files/',
    '/o/token/',
    '/pki/ocsp/MFEwTzBN%2BjAJ%2FBg%3D',
    '/dev/outbox',
    '/home/api/files/1/public_download?token=a%20b',
  ])('the proxy forwards %s unchanged', async (path) => {
    expect(await (await fetch(url + path)).json()).toMatchObject({ url: path, method: 'GET' })
  })

  test('the proxy forwards byte ranges', async () => {
    const answer = await fetch(`${url}/home/api/files/1/public_download`, { headers: { range: 'bytes=0-3' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe('bytes 0-3/10')
    expect(await answer.json()).toMatchObject({ headers: { range: 'bytes=0-3' } })
  })

  test('the proxy forwards an upload of several megabytes', async () => {
    const body = Buffer.alloc(5_000_000, 1)
    const answer = await fetch(`${url}/home/api/files/`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(await answer.json()).toMatchObject({ bytes: body.length, method: 'POST' })
  })

  test('the proxy forwards the client’s own address and protocol', async () => {
    const answer = await fetch(`${url}/api/x`, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(await answer.json()).toMatchObject({
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
    })
  })

  test('the proxy forwards an error status of the API', async () => {
    expect((await fetch(`${url}/api/busy`)).status).toBe(503)
  })

  test('the site returns the contract’s error in Spanish when the API is unavailable', async () => {
    const answer = await site.inject('/home/api/files/')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ code: 'UNAVAILABLE', message: expect.stringMatching(/no está disponible/) })
    expect(answer.headers['retry-after']).toBe('2')
  })

  test('a path that only starts like an API prefix returns the page', async () => {
    const answer = await fetch(`${url}/other`, { headers: navigation })
    expect(answer.headers.get('content-type')).toMatch(/html/)
  })
})

describe('an API with a separate URL (API_HOST)', () => {
  test('the page contains the URL of the API, and page and worker may connect to the API', async () => {
    const elsewhere = open('http://127.0.0.1:9', 'https://api.example/v1')
    const page = await elsewhere.inject({ url: '/login', headers: navigation })
    expect(page.body).toBe(HTML.replace('content=""', 'content="https://api.example/v1"'))
    expect(page.headers['content-security-policy']).toContain("connect-src 'self' https://api.example;")
    const worker = await elsewhere.inject('/pdfjs/6.5.438/pdf.worker.min.mjs')
    expect(worker.headers['content-security-policy']).toContain("connect-src 'self' https://api.example;")
    await elsewhere.close()
  })

  test('without API_HOST, the page connects only to the site’s origin', async () => {
    const { headers } = await site.inject({ url: '/', headers: navigation })
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('a hostile API URL cannot break out of the attribute', () => {
    const html = withApiHost(HTML, 'https://api.example/"><script>alert(1)</script>')
    expect(html).not.toContain('<script>alert')
    expect(() => withApiHost('<!doctype html>', 'https://api.example')).toThrow('trazo-api-host')
  })
})

describe('developers’ remotes (MF_OVERRIDE_ORIGINS)', () => {
  const origins = ['http://localhost:*', 'https://equipo.example']
  const cookie = 'other=2; trazo-overrides=1'

  test('the page names the origins, and its policy allows the origins if the person agreed', async () => {
    const working = open('http://127.0.0.1:9', '', origins)
    const { body, headers } = await working.inject({ url: '/login', headers: { ...navigation, cookie } })
    expect(body).toContain('<meta name="trazo-mf-overrides" content="http://localhost:* https://equipo.example">')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src [^;]* http:\/\/localhost:\* https:\/\/equipo\.example;/)
    expect(policy).toMatch(/connect-src [^;]* ws:\/\/localhost:\* wss:\/\/equipo\.example;/)
    for (const kind of ['style', 'img', 'font']) expect(policy).toMatch(new RegExp(`${kind}-src [^;]*//localhost`))
    await working.close()
  })

  test('a browser without the agreement gets another page with the strict policy and Trusted Types', async () => {
    const working = open('http://127.0.0.1:9', '', origins)
    const read = (cookie?: string) =>
      working.inject({ url: '/login', headers: { ...navigation, ...(cookie ? { cookie } : {}) } })
    const weak = await read(cookie)
    expect(weak.headers['content-security-policy']).not.toContain('trusted-types')
    for (const other of [undefined, 'trazo-overrides=0', 'x-trazo-overrides=1', 'a=trazo-overrides=1'])
      for (const { headers, body } of [await read(other)]) {
        expect(body).not.toContain('trazo-mf-confirmed')
        expect(headers.etag).not.toBe(weak.headers.etag)
        expect(headers['content-security-policy']).toContain(
          "require-trusted-types-for 'script'; trusted-types default",
        )
        expect(headers['content-security-policy']).not.toMatch(/localhost|equipo/)
      }
    await working.close()
  })

  test.each([
    [204, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    [403, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    [403, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    [403, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    [403, {}],
  ])('only a request of the page itself records that the person agreed: %i for %j', async (status, headers) => {
    const working = open('http://127.0.0.1:9', '', origins)
    const answer = await working.inject({ method: 'POST', url: '/mf-overrides', headers })
    expect(answer.statusCode).toBe(status)
    const given = status === 204 ? 'trazo-overrides=1; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict' : undefined
    expect(answer.headers['set-cookie']).toBe(given)
    await working.close()
  })

  test('developers’ remotes are disabled by default, also when the browser sends the agreement', async () => {
    const same = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    expect((await site.inject({ method: 'POST', url: '/mf-overrides', headers: same })).statusCode).toBe(404)
    const { body, headers } = await site.inject({ url: '/', headers: { ...navigation, cookie } })
    expect(body).not.toContain('overrides')
    expect(headers['content-security-policy']).not.toContain('localhost')
  })
})

test('/healthz returns the status and the release of the site', async () => {
  expect((await site.inject('/healthz')).json()).toEqual({ status: 'ok', release: '1' })
})
