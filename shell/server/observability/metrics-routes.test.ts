/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { type ErrorEvent, type LoadEvent, type MountEvent, SITE_EVENTS_MAX } from 'shared/contract/load-events'
import { readRegistry, writeRegistry } from '../registry/registry-file.ts'
import { type ClosableDesk, createReportDesk } from '../reports/report-desk.ts'
import { serveSiteMetrics } from './metrics-routes.ts'

const TOKEN = '0123456789abcdef'
const event: LoadEvent = { remote: 'mf_signing', release: '1.0.0-a', outcome: 'loaded', ms: 180, error: null }
const mount: MountEvent = { remote: 'mf_signing', release: '1.0.0-a', mountMs: 700 }
const crash: ErrorEvent = { remote: 'mf_signing', release: '1.0.0-a', kind: 'render', first: true }

let dataDir: string
let site: FastifyInstance

const failOnError = (line: unknown) => {
  throw new Error(`reports do not count: ${JSON.stringify(line)}`)
}
let now: number
let desk: ClosableDesk

const open = (metricsToken: string): FastifyInstance => {
  const server = fastify()
  serveSiteMetrics(server, { dataDir, metricsToken, now: () => now, desk })
  return server
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-metrics-'))
  now = 0
  desk = createReportDesk({ dataDir, log: { error: failOnError } })
  const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
  await writeRegistry(dataDir, {
    version: 1,
    remotes: {
      mf_signing: {
        active: '1.0.0-a',
        fallback: '0.9.0-z',
        canary: { release: '1.1.0-b', percent: 5 },
        withdrawn: [{ release: '0.9.5-x', at: '2026-11-23T12:00:00.000Z', why: 'crashes' }],
        releases: { '1.0.0-a': release, '0.9.0-z': release, '1.1.0-b': release },
      },
    },
  })
  site = open(TOKEN)
})
afterEach(async () => {
  await site.close()
  desk.close()
  rmSync(dataDir, { recursive: true })
})

const sendBody = (payload: unknown) =>
  site.inject({
    method: 'POST',
    url: '/mf-events',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })

/** As a page that was served now. */
const tokenOf = async (address: string): Promise<string> => {
  const registry = await readRegistry(dataDir)
  return (registry && desk.issue(registry, address)) ?? ''
}
const send = async (events: unknown) => sendBody({ token: await tokenOf('127.0.0.1'), events })
const read = async (): Promise<string> =>
  (await site.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body

test('the metrics count loads by release, outcome and error, and measure their duration', async () => {
  const failed: LoadEvent = { ...event, outcome: 'failed', error: 'timeout', ms: 31_000 }
  const unplanned: LoadEvent = { remote: 'mf_auth', release: null, outcome: 'failed', ms: 16_400, error: 'registry' }
  expect((await send([event, failed, unplanned])).statusCode).toBe(204)
  await send([event])
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

test('the metrics count errors by release and kind, loads with errors, and the time to mount', async () => {
  await send([event, mount, crash, { ...crash, kind: 'promise', first: false }])
  const text = await read()
  const labels = 'remote="mf_signing",release="1.0.0-a"'
  expect(text).toContain(`trazo_remote_errors_total{${labels},kind="render"} 1`)
  expect(text).toContain(`trazo_remote_errors_total{${labels},kind="promise"} 1`)
  expect(text).toContain(`trazo_remote_loads_with_errors_total{${labels}} 1`)
  expect(text).toContain(`trazo_remote_mount_seconds_bucket{le="0.5",${labels}} 0`)
  expect(text).toContain(`trazo_remote_mount_seconds_bucket{le="1",${labels}} 1`)
})

test('the metrics list each release with its role, and withdrawn releases with their time', async () => {
  const text = await read()
  for (const [release, role] of [
    ['1.0.0-a', 'active'],
    ['0.9.0-z', 'fallback'],
    ['1.1.0-b', 'canary'],
  ])
    expect(text).toContain(`trazo_remote_release{remote="mf_signing",release="${release}",role="${role}"} 1`)
  const withdrawn = 'remote="mf_signing",release="0.9.5-x"'
  expect(text).toContain(`trazo_remote_withdrawn_timestamp_seconds{${withdrawn},why="crashes"} 1795435200`)
  await writeRegistry(dataDir, { version: 1, remotes: {} })
  expect(await read()).not.toMatch(/trazo_remote_(release|withdrawn_timestamp_seconds)\{/)
})

test.each(['alerts.yaml', 'dashboard.json'])('the site exports every metric that %s names', async (file) => {
  const monitoring = readFileSync(join(__dirname, '../../../deploy/monitoring', file), 'utf8')
  const named = [...new Set(monitoring.match(/\btrazo_remote_[a-z0-9_]+/g))]
  expect(named.length).toBeGreaterThanOrEqual(5)
  const known = [...(await read()).matchAll(/^# TYPE (\S+) /gm)].flatMap(([, name = '']) => [name, `${name}_bucket`])
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('the metrics do not count a release that the page’s token does not name', async () => {
  for (const release of ['made-up', 'constructor', '2.0.0-b'])
    await send([
      { ...event, release },
      { ...crash, release },
      { ...mount, release },
    ])
  expect(await read()).not.toMatch(/made-up|constructor|2\.0\.0-b|"other"/)
})

test('the metrics label a release that was replaced since the page was served as “other”', async () => {
  const token = await tokenOf('127.0.0.1')
  await writeRegistry(dataDir, { version: 1, remotes: {} })
  await sendBody({ token, events: [event] })
  expect(await read()).toContain('{remote="mf_signing",release="other",outcome="loaded",error="none"} 1')
})

test('a report without a token is answered, and counts for nothing', async () => {
  for (const body of [[event], { token: '', events: [event] }]) expect((await sendBody(body)).statusCode).toBe(204)
  expect(await read()).not.toContain('trazo_remote_loads_total{')
})

test('the metrics label an added remote and do not count a remote that the registry does not name', async () => {
  const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
  const mf_reports = { active: '1', fallback: null, releases: { '1': release } }
  await writeRegistry(dataDir, { version: 1, remotes: { mf_reports } })
  await send([{ ...event, remote: 'mf_reports', release: '1' }])
  await send([{ ...event, remote: 'mf_made_up' }])
  const text = await read()
  expect(text).toContain('{remote="mf_reports",release="1",outcome="loaded",error="none"} 1')
  expect(text).not.toContain('made_up')
})

test.each([
  ['no list', event],
  ['an empty list', []],
  ['more events than a page can have', Array(SITE_EVENTS_MAX + 1).fill(event)],
  ['another remote', [{ ...event, remote: 'evil' }]],
  ['a property about the user', [{ ...event, user: 'ana' }]],
  ['a label instead of a release', [{ ...event, release: 'x"} 1\n' }]],
  ['an impossible duration', [{ ...event, ms: 1e12 }]],
  ['the message of an error', [{ ...crash, message: 'Ana Mora is undefined' }]],
  ['the name of a function among its frames', [{ ...crash, frames: ['firmarComoAna (app.js:1:2)'] }]],
  ['an address among its frames', [{ ...crash, frames: ['https://x.example/app.js:1:2'] }]],
  ['too many frames', [{ ...crash, frames: Array(4).fill('app.js:1:2') }]],
  ['the stack of an error', [{ ...crash, stack: 'at /sign/7/contrato?token=abc' }]],
  ['another kind of error', [{ ...crash, kind: 'Ana Mora' }]],
  ['an error of another remote', [{ ...crash, remote: 'evil' }]],
  ['two events in one', [{ ...crash, mountMs: 1 }]],
  ['an impossible time to mount', [{ ...mount, mountMs: -1 }]],
])('the site refuses and does not count a report with %s', async (_name, payload) => {
  expect((await send(payload)).statusCode).toBe(400)
  expect(await read()).not.toContain('trazo_remote_loads_total{')
})

test('the site refuses a large report and another content type', async () => {
  expect((await send(['x'.repeat(9000)])).statusCode).toBe(413)
  const form = await site.inject({
    method: 'POST',
    url: '/mf-events',
    payload: 'a=1',
    headers: { 'content-type': 'x/y' },
  })
  expect(form.statusCode).toBe(415)
})

test('the site limits the reports of one address per minute', async () => {
  const statuses = new Set<number>()
  for (let call = 0; call < 120; call++) statuses.add((await send([event])).statusCode)
  expect([...statuses]).toEqual([204])
  expect((await send([event])).statusCode).toBe(429)
  now = 60_000
  expect((await send([event])).statusCode).toBe(204)
})

test('the addresses of one IPv6 network share one limit of reports', async () => {
  const statuses = new Set<number>()
  const sendFrom = (remoteAddress: string) =>
    site.inject({ method: 'POST', url: '/mf-events', remoteAddress, payload: { token: '', events: [event] } })
  for (let call = 0; call < 120; call++) statuses.add((await sendFrom(`2001:db8:1:2::${call.toString(16)}`)).statusCode)
  expect([...statuses]).toEqual([204])
  expect((await sendFrom('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await sendFrom('2001:db8:1:3::1')).statusCode).toBe(204)
})

test('/metrics requires the token, and answers 404 when no token is configured', async () => {
  const authorizations = [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN]
  for (const server of [site, open('')])
    for (const authorization of authorizations) {
      const answer = await server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
      expect([authorization, answer.statusCode]).toEqual([authorization, 404])
    }
  const answer = await site.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
})
