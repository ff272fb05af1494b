/** @jest-environment node */
import fc from 'fast-check'
import {
  addCounts,
  addressGroup,
  fadeTally,
  type LoadCounts,
  type LoadTally,
  mergeTallies,
  sumCounts,
} from './tally.ts'
import { decideCanary, type HealthThresholds, isCrashing } from './verdict.ts'

const rule: HealthThresholds = { factor: 1.5, minLoads: 200, distrustedGroups: 3 }

/** The same figures from each of the 32 groups. */
const spread = (loads: number, errors = 0, crashes = 0, mounts = loads - crashes): LoadTally =>
  Object.fromEntries(
    Array.from({ length: 32 }, (_, group) => [
      String(group),
      { loads, errors, crashes, mounts, dark: mounts > 0 ? 0 : crashes, blocked: 0 },
    ]),
  )

test.each<[string, LoadTally, LoadTally, string]>([
  ['too few loads', spread(6), spread(100), 'wait'],
  ['without errors', spread(7), spread(100), 'promote'],
  ['with one error, as noise', addCounts(spread(7), '5', { errors: 1 }), spread(100), 'promote'],
  ['without a screen that appeared', spread(100, 0, 0, 0), spread(100), 'wait'],
  ['with a screen on fewer than half of its loads', spread(100, 0, 0, 49), spread(100), 'wait'],
  ['with a screen on most loads', spread(100, 0, 0, 51), spread(100), 'promote'],
  ['with an error on most loads', spread(7, 6), spread(100), 'withdraw'],
  ['with 3 % against 1 %', spread(100, 3), spread(100, 1), 'withdraw'],
  ['with 1.4 times the errors of the live release', spread(100, 14), spread(100, 10), 'promote'],
  ['with 1.6 times the errors of the live release', spread(100, 16), spread(100, 10), 'withdraw'],
  [
    'with errors in the distrusted groups only',
    mergeTallies(spread(100), { 1: bad(50), 2: bad(50), 3: bad(50) }),
    {},
    'wait',
  ],
  ['with loads in the distrusted groups only', { 1: good(900), 2: good(900), 3: good(900) }, spread(100), 'wait'],
])('the judge decides about a canary: %s', (_name, canary, live, verdict) => {
  expect(decideCanary(canary, live, rule)).toBe(verdict)
})

function bad(count: number): LoadCounts {
  return { loads: count, errors: count, crashes: count, mounts: 0, dark: count, blocked: 0 }
}
function good(loads: number): LoadCounts {
  return { loads, errors: 0, crashes: 0, mounts: loads, dark: 0, blocked: 0 }
}

test('a release counts as crashing if most loads crash in more groups than the distrusted ones', () => {
  expect(isCrashing(spread(1, 1, 1), rule)).toBe(true)
  expect(isCrashing(spread(10, 10, 5), rule)).toBe(false)
  expect(isCrashing(spread(0), rule)).toBe(false)
  expect(isCrashing({ 1: bad(500), 2: bad(500), 3: bad(500) }, rule)).toBe(false)
  expect(isCrashing({ 1: bad(2) }, { ...rule, minLoads: 20, distrustedGroups: 0 })).toBe(true)
})

test('forged reports from three networks cannot withdraw a release without errors', () => {
  const figure = fc.nat({ max: 5000 })
  const report = fc.record({
    loads: figure,
    errors: figure,
    crashes: figure,
    mounts: figure,
    dark: figure,
    blocked: figure,
  })
  const forged = fc.dictionary(fc.constantFrom('4', '11', '30'), report)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40 }), { minLength: 32, maxLength: 32 }), forged, (loads, reports) => {
      const honest: LoadTally = Object.fromEntries(loads.map((count, group) => [String(group), good(count)]))
      const seen = mergeTallies(honest, reports)
      expect(decideCanary(seen, spread(100), rule)).not.toBe('withdraw')
      expect(isCrashing(seen, rule)).toBe(false)
    }),
  )
})

test('forged reports from three networks cannot promote a canary that fails on most loads', () => {
  const figure = fc.nat({ max: 5000 })
  const forged = fc.dictionary(
    fc.constantFrom('4', '11', '30'),
    fc.record({ loads: figure, errors: figure, mounts: figure }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), forged, forged, (loads, ofCanary, ofLive) => {
      const zero = (reports: typeof ofCanary): LoadTally =>
        Object.fromEntries(
          Object.entries(reports).map(([group, counts]) => [group, { ...counts, crashes: 0, dark: 0, blocked: 0 }]),
        )
      const seen = mergeTallies(spread(loads, loads), zero(ofCanary))
      expect(decideCanary(seen, mergeTallies(spread(100), zero(ofLive)), rule)).not.toBe('promote')
    }),
  )
})

test('forged mounts from three networks cannot promote a canary whose screens never appear', () => {
  const forged = fc.dictionary(
    fc.constantFrom('4', '11', '30'),
    fc.record({ loads: fc.nat(5000), mounts: fc.nat(5000) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 7, max: 400 }), forged, (loads, reports) => {
      const seen = Object.entries(reports).map(([group, counts]) => [
        group,
        { ...counts, errors: 0, crashes: 0, dark: 0, blocked: 0 },
      ])
      const canary = mergeTallies(spread(loads, 0, 0, 0), Object.fromEntries(seen) as LoadTally)
      expect(decideCanary(canary, spread(100), rule)).not.toBe('promote')
    }),
  )
})

test('errors and crashes beyond the number of loads are not counted', () => {
  expect(sumCounts({ 1: { loads: 1, errors: 9, crashes: 9, mounts: 9, dark: 9, blocked: 9 } })).toEqual({
    ...bad(1),
    mounts: 1,
    blocked: 1,
  })
})

test('fading reduces old counts and keeps their error rate', () => {
  expect(sumCounts(fadeTally(spread(100, 10), 3000))).toMatchObject({ loads: 1600, errors: 160 })
  expect(sumCounts(fadeTally(spread(10), 3000))).toMatchObject({ loads: 320 })
})

test('all addresses of one network are in the same group, and networks spread over many groups', () => {
  expect(addressGroup('203.0.113.7')).toBe(addressGroup('::ffff:203.0.113.250'))
  expect(addressGroup('2001:db8:1:2::3')).toBe(addressGroup('2001:db8:1:ffff::9'))
  const groups = new Set(Array.from({ length: 256 }, (_, third) => addressGroup(`10.0.${third}.1`)))
  expect(groups.size).toBeGreaterThan(24)
})
