/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Registry } from 'shared/contract'
import type { ErrorKind, SiteEvent } from 'shared/contract/load-events'
import { addressGroup } from '../release-health/tally.ts'
import { type ClosableDesk, createReportDesk } from './report-desk.ts'
import { GROUP_MARKS_MAX } from './report-memory.ts'
import { REPORT_TOKEN_MS } from './report-tokens.ts'

const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
const registry: Registry = {
  version: 1,
  remotes: {
    mf_auth: {
      active: '2',
      fallback: '1',
      canary: { release: '3', percent: 5 },
      releases: { 1: release, 2: release, 3: release },
    },
  },
}

const loaded = (of = '2'): SiteEvent => ({ remote: 'mf_auth', release: of, outcome: 'loaded', ms: 1, error: null })
const mounted = (of = '2'): SiteEvent => ({ remote: 'mf_auth', release: of, mountMs: 5 })
const error = (kind: ErrorKind, of = '2'): SiteEvent => ({ remote: 'mf_auth', release: of, kind, first: true })

let dataDir: string
let now: number
let failed: unknown[]
let desks: ClosableDesk[]
let desk: ClosableDesk

const open = (sharedKey?: Buffer, folder = dataDir): ClosableDesk => {
  const opened = createReportDesk({
    dataDir: folder,
    sharedKey,
    clock: () => now,
    log: { error: (line: unknown) => failed.push(line) },
  })
  desks.push(opened)
  return opened
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-reports-'))
  now = Date.UTC(2026, 10, 23)
  failed = []
  desks = []
  desk = open()
})
afterEach(() => {
  for (const opened of desks) opened.close()
  expect(failed).toEqual([])
  rmSync(dataDir, { recursive: true })
})

const HOME = '10.0.0.7'
const tokenFor = (address = HOME, from = desk): string => from.issue(registry, address) ?? ''
const countsOf = (token: string, events: SiteEvent[], address = HOME, at = desk) =>
  at.accept({ token, events }, address).map(({ counts }) => counts)

test('a page reports one load with its screen, and each figure once', () => {
  const token = tokenFor()
  expect(countsOf(token, [loaded(), mounted()])).toEqual([{ loads: 1 }, { mounts: 1 }])
  expect(countsOf(token, [error('render'), error('script')])).toEqual([{ errors: 1, crashes: 1 }, {}])
  expect(countsOf(token, [loaded(), mounted(), error('render'), error('script')])).toEqual([])
})

test('a page that fell back reports both releases, and loads no third one', () => {
  const events = [loaded('1'), error('load', '2'), loaded('3')]
  expect(countsOf(tokenFor(), events)).toEqual([{ loads: 1 }, { loads: 1, errors: 1, crashes: 1 }])
})

test('a refused style is no error, and counts also if it came before the load that it belongs to', () => {
  expect(countsOf(tokenFor(), [error('blocked-style'), error('blocked-script'), loaded()])).toEqual([
    { loads: 1 },
    { blocked: 1 },
    {},
  ])
})

test('an error or a screen without a load of the same page counts for nothing', () => {
  expect(countsOf(tokenFor(), [error('render'), mounted()])).toEqual([{}, {}])
})

test('another process, also after a restart, does not take a token twice', () => {
  const token = tokenFor()
  expect(countsOf(token, [loaded()], HOME, open())).toEqual([{ loads: 1 }])
  expect(countsOf(token, [loaded()])).toEqual([])
  desk.close()
  expect(countsOf(token, [loaded()], HOME, open())).toEqual([])
})

test('another machine of a site takes a token that has the shared key', () => {
  const key = Buffer.alloc(32, 7)
  const other = mkdtempSync(join(tmpdir(), 'trazo-reports-'))
  const token = tokenFor(HOME, open(key))
  expect(countsOf(token, [loaded()], HOME, open(key, other))).toEqual([{ loads: 1 }])
  rmSync(other, { recursive: true })
})

test.each<[string, (token: string) => string]>([
  ['is missing', () => ''],
  ['is made up', () => 'A'.repeat(64)],
  ['is not base64url', () => '¡hola!'],
  ['was changed in its first byte', (token) => token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['is cut', (token) => token.slice(0, -4)],
  ['was signed with another key', () => tokenFor(HOME, open(Buffer.alloc(32, 1)))],
])('a report counts for nothing if its token %s', (_name, change) => {
  expect(countsOf(change(tokenFor()), [loaded()])).toEqual([])
})

test('a token is worth nothing from another group of networks, after an hour, or for a later release', () => {
  const elsewhere = ['10.0.1.7', '10.0.2.7', '10.0.3.7'].find((one) => addressGroup(one) !== addressGroup(HOME))
  const token = tokenFor()
  expect(countsOf(token, [loaded()], elsewhere)).toEqual([])
  expect(countsOf(token, [loaded('4'), { ...loaded(), remote: 'mf_signing' }])).toEqual([])
  now += REPORT_TOKEN_MS
  expect(countsOf(token, [loaded()])).toEqual([])
})

test('one group of networks fills its own share of the memory alone, and until its tokens are old', () => {
  for (let page = 0; page < GROUP_MARKS_MAX / 2; page += 1) countsOf(tokenFor(), [loaded()])
  expect(countsOf(tokenFor(), [loaded()])).toEqual([])
  const elsewhere = ['10.0.1.7', '10.0.2.7', '10.0.3.7'].find((one) => addressGroup(one) !== addressGroup(HOME)) ?? ''
  expect(countsOf(tokenFor(elsewhere), [loaded()], elsewhere)).toEqual([{ loads: 1 }])
  now += REPORT_TOKEN_MS
  expect(countsOf(tokenFor(), [loaded()])).toEqual([{ loads: 1 }])
})

test('the memory is for its owner alone, and a damaged one begins anew with another key', () => {
  const token = tokenFor()
  const file = join(dataDir, 'releases/reports.sqlite')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes(HOME)).toBe(false)
  desk.close()
  writeFileSync(file, 'no database'.repeat(500))
  const fresh = open()
  expect(countsOf(token, [loaded()], HOME, fresh)).toEqual([])
  expect(countsOf(tokenFor(HOME, fresh), [loaded()], HOME, fresh)).toEqual([{ loads: 1 }])
})

test('without a memory pages get no token, and reports count for nothing', () => {
  writeFileSync(join(dataDir, 'releases'), 'no folder')
  expect(desk.issue(registry, HOME)).toBeUndefined()
  expect(countsOf('abc', [loaded()])).toEqual([])
  expect(failed.splice(0)).toHaveLength(2)
})

test('forgers get at most one load, error, crash and screen of a release for each page that they fetched', () => {
  const address = fc.integer({ min: 0, max: 5 }).map((network) => `10.0.${network}.7`)
  const event = fc.oneof(
    fc.constantFrom('1', '2', '3', '4').map(loaded),
    fc.constantFrom('1', '2', '3', '4').map(mounted),
    fc
      .tuple(
        fc.constantFrom<ErrorKind>('load', 'blank', 'render', 'script', 'promise', 'blocked-style'),
        fc.constantFrom('1', '2', '3'),
      )
      .map(([kind, of]) => error(kind, of)),
  )
  const post = fc.record({ page: fc.nat(20), from: address, events: fc.array(event, { minLength: 1, maxLength: 20 }) })
  fc.assert(
    fc.property(
      fc.array(address, { minLength: 1, maxLength: 8 }),
      fc.array(post, { maxLength: 30 }),
      (pages, posts) => {
        const tokens = pages.map((one) => tokenFor(one))
        const sums: Record<string, number> = {}
        for (const { page, from, events } of posts)
          for (const counted of desk.accept({ token: tokens[page % tokens.length] ?? '', events }, from))
            for (const [figure, count] of Object.entries(counted.counts)) {
              const key = `${counted.event.release} ${figure}`
              sums[key] = (sums[key] ?? 0) + count
            }
        for (const sum of Object.values(sums)) expect(sum).toBeLessThanOrEqual(pages.length)
        for (const id of ['1', '2', '3'])
          for (const figure of ['errors', 'crashes', 'mounts'])
            expect(sums[`${id} ${figure}`] ?? 0).toBeLessThanOrEqual(sums[`${id} loads`] ?? 0)
      },
    ),
    { numRuns: 60 },
  )
})
