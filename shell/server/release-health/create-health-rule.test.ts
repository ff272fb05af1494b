/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import type { ErrorKind, SiteEvent } from 'shared/contract/load-events'
import { serveSiteMetrics } from '../observability/metrics-routes.ts'
import { readRegistry, readStoredRegistry } from '../registry/registry-file.ts'
import { switchRelease } from '../registry/switch-release.ts'
import { writeBuild } from '../registry/test/write-build.ts'
import { type ClosableDesk, createReportDesk } from '../reports/report-desk.ts'
import { readBroken } from './broken-releases.ts'
import { createReleaseHealthRule, type ReleaseHealthRule } from './create-health-rule.ts'
import { readHealth } from './health-file.ts'
import { sumCounts } from './tally.ts'
import type { HealthThresholds } from './verdict.ts'

const broken = () => undefined

const NOW = new Date('2026-11-23T12:00:00Z')
const rule: HealthThresholds = { factor: 1.5, minLoads: 20, distrustedGroups: 3 }

let folder: string
let dataDir: string
let warned: unknown[]
let failed: unknown[]
let judge: ReleaseHealthRule
let desk: ClosableDesk
let now: Date
let site: FastifyInstance

const open = (): ReleaseHealthRule =>
  createReleaseHealthRule({
    dataDir,
    rule,
    settleMs: 3_600_000,
    clock: () => now,
    log: { warn: (line: unknown) => warned.push(line), error: (line: unknown) => failed.push(line) },
  })

const ship = async (release: string, canary?: number) =>
  switchRelease(
    { dataDir, name: 'mf_auth', broken },
    { kind: 'build', root: await writeBuild(folder, 'mf_auth', release), canary },
    now,
  )

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-judge-'))
  dataDir = join(folder, 'data')
  warned = []
  failed = []
  now = NOW
  judge = open()
  desk = createReportDesk({ dataDir, clock: () => now.getTime(), log: { error: (line: unknown) => failed.push(line) } })
  site = fastify()
  serveSiteMetrics(site, { dataDir, metricsToken: '0123456789abcdef', now: () => performance.now(), desk, judge })
  await ship('1')
})
afterEach(async () => {
  await judge.settle()
  await site.close()
  desk.close()
  expect(failed).toEqual([])
  rmSync(folder, { recursive: true })
})

const auth = async () => (await readStoredRegistry(dataDir))?.remotes.mf_auth

const loaded = (release: string): SiteEvent => ({ remote: 'mf_auth', release, outcome: 'loaded', ms: 1, error: null })
const mounted = (release: string): SiteEvent => ({ remote: 'mf_auth', release, mountMs: 5 })
const error = (release: string, kind: ErrorKind = 'render'): SiteEvent => ({
  remote: 'mf_auth',
  release,
  kind,
  first: true,
})
const crash = (release: string) => [loaded(release), error(release)]

/** As a page that was served now. */
const sendFrom = async (address: string, events: readonly SiteEvent[]) => {
  const registry = await readRegistry(dataDir)
  const token = registry && desk.issue(registry, address)
  const answer = await site.inject({
    method: 'POST',
    url: '/mf-events',
    remoteAddress: address,
    payload: { token, events },
  })
  expect(answer.statusCode).toBe(204)
}
/** One page for each release. */
const send = async (network: number, events: readonly SiteEvent[]) => {
  for (const release of new Set(events.map((event) => event.release)))
    await sendFrom(
      `10.0.${network}.7`,
      events.filter((event) => event.release === release),
    )
}

const visit = async (networks: number, events: readonly SiteEvent[]) => {
  for (let network = 0; network < networks; network += 1) await send(network, events)
}

test('the judge withdraws a canary whose screens crash and keeps the live release', async () => {
  await ship('2', 5)
  await visit(30, [...crash('2'), loaded('1')])
  expect(await auth()).toHaveProperty('canary')
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '1', fallback: null, withdrawn: [{ release: '2', why: 'crashes' }] })
  expect(await auth()).not.toHaveProperty('canary')
  expect(warned).toEqual([{ remote: 'mf_auth', release: '2', what: 'withdrawn' }])
  expect(Object.keys(await readHealth(dataDir))).toEqual(['mf_auth/1'])
})

test.each<ErrorKind>(['script', 'promise'])(
  'the judge withdraws a canary with %s errors and records the errors as the reason',
  async (kind) => {
    await ship('2', 5)
    await visit(30, [loaded('2'), error('2', kind)])
    await visit(30, [loaded('1')])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '1', withdrawn: [{ release: '2', why: 'errors' }] })
  },
)

test('styles that the policy refuses decide nothing, and are counted', async () => {
  await ship('2', 5)
  await visit(40, [loaded('2'), mounted('2'), error('2', 'blocked-style'), loaded('1'), mounted('1')])
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '2' })
  expect(sumCounts((await readHealth(dataDir))['mf_auth/2'] ?? {})).toMatchObject({ loads: 40, errors: 0, blocked: 40 })
})

test('the judge withdraws a canary that does not load', async () => {
  await ship('2', 5)
  const fellBack: SiteEvent = { remote: 'mf_auth', release: '1', outcome: 'fell-back', ms: 9, error: 'contract' }
  await visit(40, [fellBack, error('2', 'load')])
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '1', withdrawn: [{ release: '2', why: 'crashes' }] })
})

test('the judge withdraws a canary whose screens never appear', async () => {
  await ship('2', 5)
  await visit(30, [loaded('2'), error('2', 'blank'), loaded('1'), mounted('1')])
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '1', withdrawn: [{ release: '2', why: 'crashes' }] })
})

test('the judge does not promote a canary that loads in silence', async () => {
  await ship('2', 5)
  await visit(60, [loaded('2'), loaded('1'), mounted('1')])
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '1', canary: { release: '2' } })
})

test.each<ErrorKind>(['load', 'blank'])(
  'the previous release replaces a live release with the error %s on all loads',
  async (kind) => {
    await ship('2')
    await visit(30, kind === 'load' ? [error('2', kind)] : [loaded('2'), error('2', kind)])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '1', fallback: null, withdrawn: [{ release: '2', why: 'crashes' }] })
  },
)

test('the judge promotes a canary without errors, and the live release becomes its fallback', async () => {
  await ship('2', 5)
  await visit(40, [loaded('2'), mounted('2'), loaded('1'), mounted('1')])
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  expect(await auth()).not.toHaveProperty('withdrawn')
})

test('the previous release replaces a crashing live release, which never becomes a fallback', async () => {
  await ship('2')
  await visit(20, crash('2'))
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '1', fallback: null, withdrawn: [{ release: '2', why: 'crashes' }] })
  await ship('3')
  expect(await auth()).toMatchObject({ active: '3', fallback: '1' })
})

test('a crashing release stays live when there is no previous release, and a person is told once', async () => {
  await visit(20, crash('1'))
  await judge.settle()
  await visit(1, crash('1'))
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '1', fallback: null })
  expect(failed.splice(0)).toEqual([{ remote: 'mf_auth', release: '1', what: 'broken' }])
})

test('a command calls a release broken by the rule of the site, not by the usual one', async () => {
  await visit(6, crash('1'))
  await judge.settle()
  expect((await readBroken(dataDir))('mf_auth', '1')).toMatchObject({ loads: 6 })
  writeFileSync(join(dataDir, 'releases/health-rule.json'), '{')
  expect((await readBroken(dataDir))('mf_auth', '1')).toBeUndefined()
  failed.splice(0)
})

describe('a release that is live for more than a day', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  beforeEach(async () => {
    await ship('2')
    now = new Date(NOW.getTime() + DAY_MS)
  })

  test('stays when most of its loads crash, and a person is told', async () => {
    await visit(10, [loaded('2'), mounted('2')])
    await visit(30, crash('2'))
    await send(5, [loaded('2'), mounted('2')])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
    expect(failed.splice(0)).toEqual([{ remote: 'mf_auth', release: '2', what: 'broken' }])
    const metrics = await site.inject({ url: '/metrics', headers: { authorization: 'Bearer 0123456789abcdef' } })
    expect(metrics.body).toContain('trazo_remote_live_broken{remote="mf_auth",release="2"} 1')
  })

  test('is replaced once it fails in every network in which it appeared', async () => {
    await visit(30, [loaded('2'), mounted('2')])
    await judge.settle()
    await visit(29, [error('2', 'load')])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '2' })
    failed.splice(0)
    await visit(30, [error('2', 'load')])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '1', withdrawn: [{ release: '2', why: 'crashes' }] })
  })

  test('is replaced if it appeared nowhere', async () => {
    await visit(30, [loaded('2'), error('2', 'blank')])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '1', withdrawn: [{ release: '2', why: 'crashes' }] })
  })
})

test('a team may release a withdrawn build again, and its error count restarts', async () => {
  await ship('2')
  await visit(20, crash('2'))
  await judge.settle()
  await ship('2')
  await visit(3, [loaded('2')])
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  expect(await auth()).not.toHaveProperty('withdrawn')
})

test('two processes combine their counts and withdraw the canary only once', async () => {
  await ship('2', 5)
  const other = open()
  const registry = await readStoredRegistry(dataDir)
  if (!registry) throw new Error('no registry')
  for (let network = 0; network < 30; network += 1)
    (network % 2 ? judge : other).note(
      [
        { event: error('2'), counts: { loads: 1, errors: 1, crashes: 1 } },
        { event: loaded('1'), counts: { loads: 1 } },
      ],
      `10.0.${network}.7`,
      registry,
    )
  await Promise.all([judge.settle(), other.settle()])
  expect(await auth()).toMatchObject({ active: '1', withdrawn: [{ release: '2' }] })
  expect(warned).toHaveLength(1)
})

test('a damaged fallback does not replace a crashing live release', async () => {
  await ship('2')
  writeFileSync(join(dataDir, 'releases/mf_auth/1/app.js'), 'alert(1)')
  await visit(20, crash('2'))
  await judge.settle()
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  expect(failed.splice(0)).toHaveLength(1)
})

describe('forged reports', () => {
  test('reports from only three networks neither withdraw nor promote a release', async () => {
    await ship('2')
    await ship('3', 5)
    await visit(60, [loaded('2')])
    for (let call = 0; call < 30; call += 1) for (const events of [crash('2'), [loaded('3')]]) await visit(3, events)
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '2', fallback: '1', canary: { release: '3' } })
  })

  test('reports from many addresses of one network count as one network', async () => {
    await ship('2')
    for (let host = 1; host < 250; host += 1) await sendFrom(`2001:db8:7:${host.toString(16)}::1`, crash('2'))
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '2' })
  })

  test('the judge does not store reports about unknown releases', async () => {
    for (const release of ['made-up', '__proto__', 'constructor']) await visit(20, crash(release))
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '1' })
    expect(await readHealth(dataDir)).toEqual({})
  })

  test('reports about another remote do not affect this remote', async () => {
    await ship('2')
    await visit(20, [{ remote: 'mf_signing', release: '2', kind: 'render', first: true }])
    await judge.settle()
    expect(await auth()).toMatchObject({ active: '2' })
  })
})
