/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { createTestSite } from './test/create-test-site.ts'

const navigation = { accept: 'text/html' }
const TOKEN = 'una-palabra-larga-de-verdad'

let folder: string
let api: Server
const sites: FastifyInstance[] = []

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const open = (publicUrl: string, apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`) => {
  const site = createTestSite(folder, {
    apiUrl,
    publicUrl,
    metricsToken: TOKEN,
  })
  sites.push(site)
  return site
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-headers-'))
  write('shell/index.html', '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>')
  write('shell/favicon.svg', '<svg/>')
  write('shell/assets/main.1.js', 'plain')
  write('data/releases/mf_auth/1/app.js', 'plain')
  write('data/releases/registry.json', '{"version":1,"remotes":{}}')
  write('pdfjs/6.5.438/pdf.worker.min.mjs', 'worker')
  api = createServer((request, response) => {
    const own = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox" }
    response.writeHead(request.url?.endsWith('refused') ? 403 : 200, request.url?.endsWith('download') ? own : {})
    response.end('{}')
  })
  await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()))
  api.close()
  rmSync(folder, { recursive: true })
})

const ANSWERS: readonly (readonly [what: string, url: string, status: number, headers: Record<string, string>])[] = [
  ['a page', '/sign/1/a?token=b', 200, navigation],
  ['a file of the shell', '/assets/main.1.js', 200, {}],
  ['a file of a remote', '/r/mf_auth/1/app.js', 200, {}],
  ['the worker', '/pdfjs/6.5.438/pdf.worker.min.mjs', 200, {}],
  ['the icon', '/favicon.svg', 200, {}],
  ['the registry', '/registry.json', 200, {}],
  ['health', '/healthz', 200, {}],
  ['metrics', '/metrics', 200, { authorization: `Bearer ${TOKEN}` }],
  ['metrics without a token', '/metrics', 404, {}],
  ['a missing file', '/assets/main.2.js', 404, {}],
  ['a missing call', '/nowhere', 404, { accept: 'application/json' }],
  ['a page, whatever is accepted', '/nowhere', 200, { accept: '*/*' }],
  ['an invalid path', '/%', 400, {}],
  ['an answer of the API', '/home/api/files/', 200, {}],
  ['a download', '/home/api/files/1/public_download', 200, {}],
  ['a refusal of the API', '/home/api/refused', 403, {}],
]

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
}

describe('every kind of response has the headers', () => {
  let plain: FastifyInstance
  let secure: FastifyInstance
  beforeAll(() => {
    plain = open('http://localhost:3000')
    secure = open('https://firmas.example')
  })

  test.each(ANSWERS)(
    'the response has the security headers, and HSTS only behind TLS: %s',
    async (_, url, status, headers) => {
      const answer = await plain.inject({ url, headers })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers).toMatchObject(ALWAYS)
      expect(answer.headers).not.toHaveProperty('strict-transport-security')
      const { headers: behindTls } = await secure.inject({ url, headers })
      expect(behindTls).toMatchObject({ ...ALWAYS, 'strict-transport-security': 'max-age=63072000; includeSubDomains' })
    },
  )

  test('the 503 response for an unavailable API has the security headers', async () => {
    const answer = await open('', 'http://127.0.0.1:9').inject('/home/api/files/')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject(ALWAYS)
  })
})

test('PUBLIC_URL, when set, decides about HSTS instead of X-Forwarded-Proto', async () => {
  const headers = { ...navigation, 'x-forwarded-proto': 'https' }
  const answer = await open('http://localhost:3000').inject({ url: '/', headers })
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
  expect((await open('').inject({ url: '/', headers })).headers).toHaveProperty('strict-transport-security')
})

describe('the Trusted Types policy of the page', () => {
  type Policy = { createScriptURL(address: string): string | null }

  /** @param folders of releases on other origins */
  const policyAt = (href: string, folders?: string): [name: string, policy: Policy] => {
    const html = readFileSync(join(__dirname, '../src/index.html'), 'utf8')
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
    const made: [string, Policy][] = []
    const createPolicy = (name: string, policy: Policy) => made.push([name, policy])
    const document = { querySelector: () => (folders === undefined ? null : { content: folders }) }
    runInNewContext(script, { window: { trustedTypes: { createPolicy } }, location: new URL(href), URL, document })
    const [first] = made
    if (!first || made.length > 1) throw new Error(`the page makes ${made.length} policies`)
    return first
  }
  const [name, policy] = policyAt('https://firmas.example/sign/1/a?token=b')

  test('the page creates only the default policy, which creates only script URLs', () => {
    expect([name, Object.keys(policy)]).toEqual(['default', ['createScriptURL']])
  })

  test.each([
    '/assets/main.1.js',
    'https://firmas.example/r/mf_auth/1/remoteEntry.js?attempt=2',
    '/pdfjs/6.5.438/pdf.worker.min.mjs',
  ])('the policy accepts %s unchanged', (address) => {
    expect(policy.createScriptURL(address)).toBe(address)
  })

  test.each([
    'https://firmas.example.evil/r/mf_auth/1/a.js',
    'https://firmasXexample/assets/a.js',
    'https://evil.example/https://firmas.example/r/a.js',
    'https://firmas.example@evil.example/r/a.js',
    'http://firmas.example/r/a.js',
    '//evil.example/assets/a.js',
    '/\\evil.example/assets/a.js',
    '/home/api/files/1/public_download',
    '/assets/../home/api/files/1/public_download',
    '/assets/%2e%2e/home/api/files/1/public_download',
    '/assets',
    'data:text/javascript,/assets/',
    'blob:https://firmas.example/assets/1',
    'javascript:/assets/',
  ])('the policy refuses the script address %s', (address) => {
    expect(policy.createScriptURL(address)).toBeNull()
    // Markup from elsewhere could add an element of that name.
    for (const folders of ['', 'https://firmas.example/ https://cdn.example/trazo/1/'])
      expect(policyAt('https://firmas.example/', folders)[1].createScriptURL(address)).toBeNull()
  })

  test.each([
    ['https://cdn.example/trazo/1/app.js', true],
    ['https://cdn.example/trazo/1/../2/app.js', false],
    ['https://cdn.example/trazo/10/app.js', false],
    ['https://cdn.example/app.js', false],
    ['http://cdn.example/trazo/1/app.js', false],
  ])('with live releases on other origins, the policy accepts %s as a script: %s', (address, expected) => {
    const [, open] = policyAt('https://firmas.example/', 'https://cdn.example/trazo/1/ https://other.example/x/')
    expect(open.createScriptURL(address)).toBe(expected ? address : null)
  })
})
