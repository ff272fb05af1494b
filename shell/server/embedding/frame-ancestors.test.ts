/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createTestSite } from '../test/create-test-site.ts'

const PORTAL = 'https://portal.example'
const LINK = '/sign/12/contrato?token=secreto'

let folder: string
let api: Server
let site: FastifyInstance
let asked: { body: unknown; from: unknown }[]
let answer: { status: number; body: string } | 'hangs'

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const origins = (...list: readonly unknown[]) => {
  answer = { status: 200, body: JSON.stringify({ origins: list }) }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-frames-'))
  write('shell/index.html', '<!doctype html><head><meta name="trazo-api-host" content=""></head><div id="root"></div>')
  api = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ body: JSON.parse(Buffer.concat(parts).toString()), from: request.headers['x-forwarded-for'] })
      if (answer !== 'hangs') response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
  const address = api.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  site = createTestSite(folder, { apiUrl: `http://127.0.0.1:${port}` })
})
beforeEach(() => {
  asked = []
  origins(PORTAL)
})
afterAll(async () => {
  await site.close()
  api.closeAllConnections()
  api.close()
  rmSync(folder, { recursive: true })
})

const load = async (url: string, headers: Record<string, string> = {}) => {
  const { body, headers: answered } = await site.inject({
    url,
    headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe', ...headers },
  })
  const policy = String(answered['content-security-policy'])
  return { body, cache: answered['cache-control'], ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1], policy }
}

test('a framed signing link allows its owner’s origins, is not cached, and contains the hashed script', async () => {
  origins(PORTAL, 'https://otro.example')
  const { body, cache, ancestors, policy } = await load(LINK)
  expect([ancestors, cache]).toEqual([`${PORTAL} https://otro.example`, 'no-store'])
  expect(asked).toEqual([{ body: { document_id: 12, token: 'secreto' }, from: '127.0.0.1' }])
  const [, script] = /<script>([\s\S]+?)<\/script>/.exec(body) ?? []
  expect(script?.endsWith(`(["${PORTAL}","https://otro.example"])`)).toBe(true)
  expect(body).not.toContain('secreto')
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-/)
})

test('a link outside a frame gets the standard page without a query to the API', async () => {
  const { ancestors, cache, body } = await load(LINK, { 'sec-fetch-dest': 'document' })
  expect([ancestors, cache, asked]).toEqual(["'none'", 'no-cache', []])
  expect(body).not.toContain('postMessage')
})

test('a cached page does not bypass the current frame permission', async () => {
  const { headers } = await site.inject({ url: LINK, headers: { accept: 'text/html' } })
  const framed = await load(LINK, { 'if-none-match': String(headers.etag) })
  expect([framed.ancestors, framed.cache]).toEqual([PORTAL, 'no-store'])
  origins()
  expect((await load(LINK)).ancestors).toBe("'none'")
})

test.each([
  ['another page', '/login?token=secreto'],
  ['the page of the owner', '/dashboard?token=secreto'],
  ['no token', '/sign/12/contrato'],
  ['two tokens', `${LINK}&token=otro`],
  ['an origin in the address', `/sign/12/contrato?origin=${PORTAL}&frame-ancestors=*`],
  ['no document', '/sign/x/contrato?token=secreto'],
])('the site forbids framing and does not query the API for %s', async (_, url) => {
  expect([(await load(url)).ancestors, asked]).toEqual(["'none'", []])
})

test.each([
  ['an error', () => (answer = { status: 500, body: '{}' })],
  ['a limit', () => (answer = { status: 429, body: '{}' })],
  ['no JSON', () => (answer = { status: 200, body: '<html>' })],
  ['a wildcard', () => origins('*')],
  ['an injection', () => origins("https://a.example; script-src 'unsafe-inline'")],
  ['silence', () => (answer = 'hangs')],
])('the site forbids framing a link if the API answers %s', async (_, prepare) => {
  prepare()
  expect((await load(LINK)).ancestors).toBe("'none'")
})
