/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PackageLicence } from 'shared/build/licences'
import { writeRegistry } from '../registry/registry-file.ts'
import { createTestSite } from '../test/create-test-site.ts'

let folder: string
let site: FastifyInstance
const licence = (name: string, more: Partial<PackageLicence> = {}): PackageLicence => ({
  name,
  version: '1.0.0',
  licence: 'MIT',
  text: `text of ${name}`,
  ...more,
})

const write = (file: string, content: string | object): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}

const goLive = async (id: string, licences: string | object, origin = ''): Promise<void> => {
  write(`data/releases/mf_auth/${id}/licences.json`, licences)
  const release = { manifest: `${origin}/r/mf_auth/${id}/mf-manifest.json`, integrity: 'sha384-A', shared: '^1.0.0' }
  const mf_auth = { active: id, fallback: null, releases: { [id]: release } }
  await writeRegistry(join(folder, 'data'), { version: 1, remotes: { mf_auth } })
}

const prepared = { pdfjs: [licence('pdfjs-dist')], server: [licence('fastify')] }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-licences-'))
  write('shell/index.html', '<meta name="trazo-api-host" content=""><link href="/assets/shared.0123456789ab.css">')
  write('shell/licences.json', [licence('react')])
  write('prepared.json', prepared)
  site = createTestSite(folder, {
    licencesFile: join(folder, 'prepared.json'),
  })
})
afterEach(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

const read = () => site.inject('/licencias')
const summaries = (html: string): string[] =>
  [...html.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''))

test('the page lists packages for browsers first, then packages of the servers, with their texts', async () => {
  await goLive('1', [licence('uqr'), licence('react')])
  const { body, headers } = await read()
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(summaries(body)).toEqual(['pdfjs-dist 1.0.0 MIT', 'react 1.0.0 MIT', 'uqr 1.0.0 MIT', 'fastify 1.0.0 MIT'])
  expect(body).toContain('<pre>text of uqr</pre>')
  expect(body).toContain('href="/assets/shared.0123456789ab.css"')
})

test('a new release changes the licence list immediately', async () => {
  await goLive('1', [licence('old')])
  expect((await read()).body).toContain('old 1.0.0')
  await goLive('2', [licence('new')])
  const { body } = await read()
  expect(body).toContain('new 1.0.0')
  expect(body).not.toContain('old 1.0.0')
})

test('the page links the licence record of a release on another server', async () => {
  await goLive('1', [], 'https://team.example')
  expect((await read()).body).toContain('<a href="https://team.example/r/mf_auth/1/licences.json" rel="noreferrer">')
})

test('packages with the same text share one entry; a package without a text links to its licence', async () => {
  const text = 'the same'
  await goLive('1', [licence('a', { text }), licence('b', { text }), licence('c', { licence: 'ISC', text: '' })])
  const { body } = await read()
  expect(summaries(body)).toContain('a 1.0.0, b 1.0.0 MIT')
  expect(body).toContain('<a href="https://spdx.org/licenses/ISC.html" rel="noreferrer">ISC</a>')
})

test('the page escapes licence texts and runs no script but its own', async () => {
  const attack = '</pre><script>alert(1)</script><img src=x onerror=alert(1)>'
  await goLive('1', [licence(`"><script>`, { text: attack, licence: '"><b>' })])
  const { body, headers } = await read()
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body).not.toContain('<img')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'self' /,
  )
})

test.each(['{', '{"name":"x"}', '[{"name":1}]'])(
  'the page still lists the other packages when a record is unreadable: %s',
  async (record) => {
    await goLive('1', record)
    expect(summaries((await read()).body)).toEqual(['pdfjs-dist 1.0.0 MIT', 'react 1.0.0 MIT', 'fastify 1.0.0 MIT'])
  },
)

test('the licence page answers 500 until the package list of the build exists', async () => {
  rmSync(join(folder, 'prepared.json'))
  expect((await read()).statusCode).toBe(500)
  write('prepared.json', prepared)
  expect((await read()).statusCode).toBe(200)
})

test('the licence page is compressed, and an unchanged page answers 304', async () => {
  const { headers } = await site.inject({ url: '/licencias', headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
  const again = await site.inject({ url: '/licencias', headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
})
