/** @jest-environment node */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { switchRelease } from '../registry/switch-release.ts'
import { writeBuild } from '../registry/test/write-build.ts'
import { createTestSite } from '../test/create-test-site.ts'

const broken = () => undefined

const SECRET = 'the authority’s key'
const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox"
let folder: string
let site: FastifyInstance

const inReleases = (path: string): string => join(folder, 'data/releases', path)
const write = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const open = (dataDir = join(folder, 'data'), sourceMaps = false): FastifyInstance =>
  createTestSite(folder, {
    dataDir,
    sourceMaps,
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-serve-'))
  write('shell/index.html', '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>')
  write('shell/assets/main.js', 'shell')
  write('pdfjs/1/pdf.mjs', 'pdf')
  write('data/keys/root.key', SECRET)
  for (const file of [
    'app.js',
    'app.css',
    'a.json',
    'a.wasm',
    'a.png',
    'a.woff2',
    'a.svg',
    'a.ftl',
    'page.html',
    'README',
  ])
    write(`data/releases/mf_auth/1/${file}`, `content of ${file}`)
  write('data/releases/mf_auth/1/app.js.br', brotliCompressSync('content of app.js'))
  symlinkSync('../../../keys/root.key', inReleases('mf_auth/1/key.json'))
  symlinkSync(join(folder, 'data/keys/root.key'), inReleases('mf_auth/1/absolute.json'))
  symlinkSync(join(folder, 'data/keys'), inReleases('mf_auth/1/keys'))
  write('data/keys/root.json', SECRET)
  symlinkSync(join(folder, 'data/keys'), inReleases('mf_auth/2'))
  symlinkSync(inReleases('mf_auth'), inReleases('mf_signing'))
  symlinkSync(join(folder, 'data/keys/root.key'), inReleases('mf_auth/1/app.css.br'))
  execFileSync('mkfifo', [inReleases('mf_auth/1/pipe.js')])
  mkdirSync(inReleases('mf_auth/1/folder.js'))
  site = open()
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

test.each([
  'mf_auth/1/key.json',
  'mf_auth/1/absolute.json',
  'mf_auth/1/keys/root.json',
  'mf_auth/2/root.json',
  'mf_signing/1/app.js',
  'mf_auth/1/pipe.js',
  'mf_auth/1/folder.js',
  'mf_auth/1/page.html',
  'mf_auth/1/README',
  'mf_auth/1/app.js.br',
  'mf_auth/1/',
  'mf_auth/1/%00.js',
  'mf_auth/1/./app.js%2f..%2fapp.js',
])('the site serves no link, special file, folder or unknown type: %s', async (path) => {
  const answer = await site.inject({ url: `/r/${path}`, headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  expect(answer.body).not.toContain(SECRET)
})

test('the site sends the plain file when the compressed copy is a link', async () => {
  const answer = await site.inject({ url: '/r/mf_auth/1/app.css', headers: { 'accept-encoding': 'br' } })
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['content of app.css', undefined])
})

test('the site sends source maps only if its settings allow source maps', async () => {
  const maps = ['/r/mf_auth/1/app.js.map', '/assets/main.js.map', '/assets/old.0123456789ab.js.map']
  write('data/releases/mf_auth/1/app.js.map', 'sources')
  write('data/releases/mf_auth/1/app.js.map.br', brotliCompressSync('sources'))
  write('shell/assets/main.js.map', 'sources')
  write('data/releases/shell/0/assets/old.0123456789ab.js.map', 'sources')
  const statusOf = async (from: FastifyInstance, url: string) =>
    (await from.inject({ url, headers: { 'accept-encoding': 'br' } })).statusCode
  for (const url of [...maps, '/r/mf_auth/1/app.js%2emap']) expect([url, await statusOf(site, url)]).toEqual([url, 404])
  const generous = open(undefined, true)
  for (const url of maps) expect([url, await statusOf(generous, url)]).toEqual([url, 200])
  const { headers } = await generous.inject('/r/mf_auth/1/app.js.map')
  expect(headers['content-security-policy']).toBe(SANDBOX)
  await generous.close()
})

test('the site does not follow a folder that becomes a link while the site runs', async () => {
  write('data/releases/mf_auth/3/root.json', 'before')
  expect((await site.inject('/r/mf_auth/3/root.json')).body).toBe('before')
  renameSync(inReleases('mf_auth/3'), inReleases('mf_auth/4'))
  symlinkSync(join(folder, 'data/keys'), inReleases('mf_auth/3'))
  expect((await site.inject('/r/mf_auth/3/root.json')).statusCode).toBe(404)
})

test('the `releases` folder itself may be a link', async () => {
  const linked = mkdtempSync(join(tmpdir(), 'trazo-linked-'))
  symlinkSync(join(folder, 'data/releases'), join(linked, 'releases'))
  const other = open(linked)
  expect((await other.inject('/r/mf_auth/1/app.js')).statusCode).toBe(200)
  await other.close()
  rmSync(linked, { recursive: true })
})

test.each([
  ['app.js', /^text\/javascript/, /^default-src 'none'; script-src 'self'/],
  ['app.css', /^text\/css/, /^default-src 'none'; frame-ancestors 'none'$/],
  ['a.json', /^application\/json/, /frame-ancestors 'none'$/],
  ['a.wasm', /^application\/wasm$/, /frame-ancestors 'none'$/],
  ['a.png', /^image\/png$/, /frame-ancestors 'none'$/],
  ['a.woff2', /^font\/woff2$/, /frame-ancestors 'none'$/],
])('the site serves %s with its content type and a content security policy', async (file, type, policy) => {
  const { headers, statusCode } = await site.inject(`/r/mf_auth/1/${file}`)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(type)
  expect(headers['content-security-policy']).toMatch(policy)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each(['a.svg', 'a.ftl'])(
  'the site serves %s in a sandbox because browsers could show the file as a page',
  async (file) => {
    const { headers, statusCode } = await site.inject(`/r/mf_auth/1/${file}`)
    expect([statusCode, headers['content-security-policy'], headers['x-content-type-options']]).toEqual([
      200,
      SANDBOX,
      'nosniff',
    ])
  },
)

test('the site answers HEAD, and answers 304 if the browser has the file', async () => {
  const url = '/r/mf_auth/1/app.js'
  const { headers } = await site.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
  const head = await site.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '17'])
  const again = await site.inject({ url, headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('every process serves a new release immediately, also a process that starts later', async () => {
  const dataDir = join(folder, 'shared')
  const ship = async (release: string) =>
    switchRelease(
      { dataDir, name: 'mf_auth', broken },
      { kind: 'build', root: await writeBuild(join(folder, 'builds'), 'mf_auth', release) },
      new Date(),
    )
  await ship('1')
  const sites = [open(dataDir), open(dataDir)]
  await ship('2')
  sites.push(open(dataDir))
  for (const process of sites) {
    expect((await process.inject('/registry.json')).json().remotes.mf_auth).toMatchObject({
      active: '2',
      fallback: '1',
    })
    expect((await process.inject('/r/mf_auth/2/app.js')).body).toBe('script of 2')
    await process.close()
  }
})

test('after a restart with a torn registry, the site serves the last good copy', async () => {
  const registry = JSON.stringify({
    version: 1,
    remotes: {
      mf_auth: {
        active: '1',
        fallback: null,
        releases: { 1: { manifest: '/r/x', integrity: 'sha384-AAAA', shared: '^1.0.0' } },
      },
    },
  })
  write('data/releases/registry.last-good.json', registry)
  write('data/releases/registry.json', registry.slice(0, 60))
  const restarted = open()
  expect((await restarted.inject('/registry.json')).json()).toEqual(JSON.parse(registry))
  const page = await restarted.inject({ url: '/login', headers: { accept: 'text/html' } })
  expect(page.body).toContain('id="trazo-registry"')
  await restarted.close()
})
