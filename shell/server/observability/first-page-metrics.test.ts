/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { FIRST_PAGE_REPORT_PATH } from 'shared/contract/first-page-report'
import { type ClosableDesk, createReportDesk } from '../reports/report-desk.ts'
import { REPORT_TOKEN_MS } from '../reports/report-tokens.ts'
import type { FirstPageMetrics } from './first-page-metrics.ts'
import { serveSiteMetrics } from './metrics-routes.ts'

const METRICS_TOKEN = '0123456789abcdef'
const HOME = '10.0.0.7'
const TIMES = { device: 'phone', picture: 400, page: 2100, tap: 450 }
const registry = { version: 1 as const, remotes: {} }

let dataDir: string
let site: FastifyInstance
let desk: ClosableDesk
let clock: number
let metrics: Pick<FirstPageMetrics, 'asked'>

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-first-page-'))
  clock = Date.UTC(2026, 10, 27)
  desk = createReportDesk({ dataDir, clock: () => clock, log: { error: () => undefined } })
  site = fastify({ trustProxy: true })
  metrics = serveSiteMetrics(site, { dataDir, metricsToken: METRICS_TOKEN, now: () => 0, desk })
})
afterEach(async () => {
  await site.close()
  desk.close()
  rmSync(dataDir, { recursive: true })
})

const tokenOf = (address = HOME): string => desk.issue(registry, address) ?? ''

const post = async (body: unknown, address = HOME): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return (await site.inject({ method: 'POST', url: FIRST_PAGE_REPORT_PATH, headers, payload })).statusCode
}

const read = async (): Promise<string> =>
  (await site.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).body

const countOf = async (device = 'phone'): Promise<number> =>
  Number(
    new RegExp(`^trazo_first_page_reports_total\\{device="${device}"\\} (\\d+)$`, 'm').exec(await read())?.[1] ?? 0,
  )

test('a page tells its times once, and they are counted by stage and window', async () => {
  expect(await post({ token: tokenOf(), ...TIMES })).toBe(204)
  expect(await post({ token: tokenOf(), device: 'desktop', page: 900 })).toBe(204)
  const text = await read()
  for (const [stage, device, sum] of [
    ['picture', 'phone', '0.4'],
    ['page', 'phone', '2.1'],
    ['tap', 'phone', '0.45'],
    ['page', 'desktop', '0.9'],
  ])
    expect(text).toContain(`trazo_first_page_seconds_sum{stage="${stage}",device="${device}"} ${sum}`)
  expect(text).not.toContain('trazo_first_page_seconds_sum{stage="tap",device="desktop"}')
})

test('one token counts once, however often it is sent, and a thousand reports without pages for nothing', async () => {
  const token = tokenOf()
  for (let sent = 0; sent < 5; sent += 1) await post({ token, ...TIMES })
  expect(await countOf()).toBe(1)
  for (let sent = 0; sent < 1000; sent += 1) await post({ token: 'a'.repeat(60), ...TIMES }, `10.${sent % 250}.1.7`)
  expect(await countOf()).toBe(1)
})

test.each<[string, () => string]>([
  ['is missing', () => ''],
  ['was changed in its first byte', () => tokenOf().replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  [
    'is an hour old',
    () => {
      const token = tokenOf()
      clock += REPORT_TOKEN_MS
      return token
    },
  ],
  ['is that of another group of networks', () => tokenOf('203.0.113.9')],
])('a report counts for nothing if its token %s', async (_, tokenFor) => {
  expect(await post({ token: tokenFor(), ...TIMES })).toBe(204)
  expect(await countOf()).toBe(0)
})

test('a network that floods is refused after its share of a minute, and others are still counted', async () => {
  const answers: number[] = []
  for (let sent = 0; sent < 100; sent += 1) answers.push(await post({ token: tokenOf(), ...TIMES }))
  expect(answers.filter((status) => status === 204)).toHaveLength(60)
  expect(answers.at(-1)).toBe(429)
  expect(await countOf()).toBe(60)
  expect(await post({ token: tokenOf('198.51.100.7'), ...TIMES }, '198.51.100.7')).toBe(204)
  expect(await countOf()).toBe(61)
})

test.each<[string, unknown]>([
  ['an unknown class of device', { ...TIMES, device: 'watch' }],
  ['a label in place of a class', { ...TIMES, device: 'phone"} 1\n' }],
  ['no class', { picture: 1 }],
  ['a negative time', { ...TIMES, tap: -1 }],
  ['a time of a day', { ...TIMES, page: 86_400_000 }],
  ['NaN, which JSON writes as null', { ...TIMES, picture: Number.NaN }],
  ['a part of a millisecond, which could carry a message', { ...TIMES, page: 1.23456789 }],
  ['a text', { ...TIMES, page: '900' }],
  ['a property about the person', { ...TIMES, email: 'ana@example.com' }],
  ['the address of the document', { ...TIMES, document: '/sign/7/contrato' }],
  ['a list', [TIMES]],
  ['nothing', null],
])('a report with %s is refused, and does not use up the token', async (_, body) => {
  const token = tokenOf()
  const whole = Array.isArray(body) || body === null ? body : { token, ...(body as object) }
  expect(await post(whole)).toBe(400)
  expect(await read()).not.toMatch(/trazo_first_page_(?:seconds|reports)[a-z_]*\{/)
  await post({ token, ...TIMES })
  expect(await countOf()).toBe(1)
})

test('what is no JSON, or longer than a report, is refused', async () => {
  expect(await post('{"device":NaN}')).toBe(400)
  expect(await post({ ...TIMES, token: 'a'.repeat(5000) })).toBe(413)
})

test('labels have no other values than these, whatever is sent', async () => {
  for (const device of ['phone', 'desktop', '__proto__', 'constructor'])
    await post({ token: tokenOf(), ...TIMES, device })
  const labels = [...(await read()).matchAll(/trazo_first_page_[a-z_]+\{([^}]*)\}/g)].map(([, text = '']) => text)
  for (const text of labels)
    expect(text).toMatch(/^(?:le="[^"]+",)?(?:stage="(?:picture|page|tap)",)?device="(?:phone|desktop)"$/)
})

test('the answers of the API are measured by the site', async () => {
  metrics.asked('kept', 0.02)
  metrics.asked('late', 0.5)
  expect(await read()).toContain('trazo_first_page_answer_seconds_sum{outcome="kept"} 0.02')
  expect(await read()).toContain('trazo_first_page_answer_seconds_count{outcome="late"} 1')
})
