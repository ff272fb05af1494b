/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { LOAD_EVENTS_MAX, type LoadEvent } from 'shared/contract/load-events'
import { writeRegistry } from '../registry/registry-file.ts'
import { serveMetrics } from './metrics-routes.ts'

const TOKEN = '0123456789abcdef'
const event: LoadEvent = { remote: 'mf_signing', release: '1.0.0-a', outcome: 'loaded', ms: 180, error: null }

let dataDir: string
let site: FastifyInstance
let now: number

const open = (metricsToken: string): FastifyInstance => {
  const server = fastify()
  serveMetrics(server, { dataDir, metricsToken, now: () => now })
  return server
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-metrics-'))
  now = 0
  const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
  await writeRegistry(dataDir, {
    version: 1,
    remotes: { mf_signing: { active: '1.0.0-a', fallback: null, releases: { '1.0.0-a': release } } },
  })
  site = open(TOKEN)
})
afterEach(async () => {
  await site.close()
  rmSync(dataDir, { recursive: true })
})

const send = (payload: unknown) =>
  site.inject({
    method: 'POST',
    url: '/mf-events',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
const read = async (): Promise<string> =>
  (await site.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body

test('counts loads by release, outcome and error, and measures their time', async () => {
  const failed: LoadEvent = { ...event, outcome: 'failed', error: 'timeout', ms: 31_000 }
  const unplanned: LoadEvent = { remote: 'mf_auth', release: null, outcome: 'failed', ms: 16_400, error: 'registry' }
  expect((await send([event, event, failed, unplanned])).statusCode).toBe(204)
  const text = await read()
  const counted = 'trazo_remote_loads_total{remote="mf_signing",release="1.0.0-a"'
  expect(text).toContain(`${counted},outcome="loaded",error="none"} 2`)
  expect(text).toContain(`${counted},outcome="failed",error="timeout"} 1`)
  expect(text).toContain('{remote="mf_auth",release="none",outcome="failed",error="registry"} 1')
  const timed = 'remote="mf_signing",release="1.0.0-a",outcome="loaded"'
  expect(text).toContain(`trazo_remote_load_seconds_bucket{le="0.1",${timed}} 0`)
  expect(text).toContain(`trazo_remote_load_seconds_bucket{le="0.25",${timed}} 2`)
  expect(text).toContain(`trazo_remote_load_seconds_sum{${timed}} 0.36`)
})

test('an unknown release gets no label', async () => {
  for (const release of ['made-up', 'constructor', '2.0.0-b']) await send([{ ...event, release }])
  const text = await read()
  expect(text).toContain('release="other",outcome="loaded",error="none"} 3')
  expect(text).not.toMatch(/made-up|constructor/)
})

test('an added remote has its own label, one that the registry does not name has none', async () => {
  const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
  const mf_reports = { active: '1', fallback: null, releases: { '1': release } }
  await writeRegistry(dataDir, { version: 1, remotes: { mf_reports } })
  await send([{ ...event, remote: 'mf_reports', release: '1' }])
  await send([{ ...event, remote: 'mf_made_up' }])
  const text = await read()
  expect(text).toContain('{remote="mf_reports",release="1",outcome="loaded",error="none"} 1')
  expect(text).toContain('{remote="other",release="other",outcome="loaded",error="none"} 1')
  expect(text).not.toContain('made_up')
})

test.each([
  ['no list', event],
  ['an empty list', []],
  ['more events than a page can have', Array(LOAD_EVENTS_MAX + 1).fill(event)],
  ['another remote', [{ ...event, remote: 'evil' }]],
  ['a property about the user', [{ ...event, user: 'ana' }]],
  ['a label instead of a release', [{ ...event, release: 'x"} 1\n' }]],
  ['an impossible duration', [{ ...event, ms: 1e12 }]],
])('refuses and does not count %s', async (_name, payload) => {
  expect((await send(payload)).statusCode).toBe(400)
  expect(await read()).not.toContain('trazo_remote_loads_total{')
})

test('refuses a large body and another content type', async () => {
  expect((await send(['x'.repeat(9000)])).statusCode).toBe(413)
  const form = await site.inject({
    method: 'POST',
    url: '/mf-events',
    payload: 'a=1',
    headers: { 'content-type': 'x/y' },
  })
  expect(form.statusCode).toBe(415)
})

test('limits the calls of one address per minute', async () => {
  const statuses = new Set<number>()
  for (let call = 0; call < 120; call++) statuses.add((await send([event])).statusCode)
  expect([...statuses]).toEqual([204])
  expect((await send([event])).statusCode).toBe(429)
  now = 60_000
  expect((await send([event])).statusCode).toBe(204)
})

test('the addresses of one IPv6 network share a limit', async () => {
  const statuses = new Set<number>()
  const sendFrom = (remoteAddress: string) =>
    site.inject({ method: 'POST', url: '/mf-events', remoteAddress, payload: [event] })
  for (let call = 0; call < 120; call++) statuses.add((await sendFrom(`2001:db8:1:2::${call.toString(16)}`)).statusCode)
  expect([...statuses]).toEqual([204])
  expect((await sendFrom('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await sendFrom('2001:db8:1:3::1')).statusCode).toBe(204)
})

test('/metrics requires the token, and is closed without one', async () => {
  const authorizations = [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN]
  for (const server of [site, open('')])
    for (const authorization of authorizations) {
      const answer = await server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
      expect([authorization, answer.statusCode]).toEqual([authorization, 404])
    }
  const answer = await site.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
})
