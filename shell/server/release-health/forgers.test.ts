/** @jest-environment node */
import fc from 'fast-check'
import { addCounts, fadeTally, type LoadCounts, type LoadTally } from './tally.ts'
import { type HealthThresholds, isDark, isOnTrial } from './verdict.ts'

const GROUPS = 32
const group = fc.integer({ min: 0, max: GROUPS - 1 })

/** What one token yields: a load with what belongs to it. */
const forgery = fc.constantFrom<Partial<LoadCounts>>(
  { loads: 1 },
  { loads: 1, mounts: 1 },
  { loads: 1, errors: 1 },
  { loads: 1, errors: 1, crashes: 1 },
)
const shown: Partial<LoadCounts> = { loads: 1, mounts: 1 }

const anyRule: fc.Arbitrary<HealthThresholds> = fc.record({
  factor: fc.constant(1.5),
  minLoads: fc.integer({ min: 1, max: 300 }),
  distrustedGroups: fc.integer({ min: 0, max: 16 }),
})

interface Flood {
  readonly from: number
  readonly counts: Partial<LoadCounts>
  readonly times: number
}

const floodOf = (groups: readonly number[]): fc.Arbitrary<readonly Flood[]> =>
  fc.array(fc.record({ from: fc.constantFrom(...groups), counts: forgery, times: fc.integer({ min: 1, max: 3000 }) }), {
    maxLength: 60,
  })

const withFlood = (before: LoadTally, flood: readonly Flood[], rule: HealthThresholds): LoadTally => {
  let tally = before
  for (const { from, counts, times } of flood) {
    const many = Object.fromEntries(Object.entries(counts).map(([figure, count]) => [figure, count * times]))
    tally = fadeTally(addCounts(tally, String(from), many), rule.minLoads * 10)
  }
  return tally
}

test('however many pages forgers harvest, a release stays that appeared in a network that is not theirs', () => {
  const scene = fc
    .tuple(group, fc.uniqueArray(group, { minLength: 1, maxLength: GROUPS }))
    .map(([honest, groups]) => ({ honest, forgers: groups.filter((one) => one !== honest) }))
    .filter(({ forgers }) => forgers.length > 0)
    .chain(({ honest, forgers }) => fc.record({ honest: fc.constant(honest), flood: floodOf(forgers) }))
  fc.assert(
    fc.property(scene, anyRule, ({ honest, flood }, rule) => {
      expect(isDark(withFlood(addCounts({}, String(honest), shown), flood, rule), rule)).toBe(false)
    }),
  )
})

test('also forgers in every network start from nothing each time that a person sees the release', () => {
  const everywhere = Array.from({ length: GROUPS }, (_, index) => index)
  fc.assert(
    fc.property(floodOf(everywhere), anyRule, group, (flood, rule, honest) => {
      const seen = addCounts(withFlood({}, flood, rule), String(honest), shown)
      expect(Object.values(seen).map(({ dark }) => dark)).toEqual(Object.keys(seen).map(() => 0))
      expect(isDark(seen, rule)).toBe(false)
    }),
  )
})

test('three networks cannot take off a release that nobody has seen yet', () => {
  const rule: HealthThresholds = { factor: 1.5, minLoads: 200, distrustedGroups: 3 }
  fc.assert(
    fc.property(floodOf([4, 11, 30]), (flood) => {
      expect(isDark(withFlood({}, flood, rule), rule)).toBe(false)
    }),
  )
})

test('a release that fails for everybody is found however long it was healthy', () => {
  const rule: HealthThresholds = { factor: 1.5, minLoads: 200, distrustedGroups: 3 }
  const everywhere = Array.from({ length: GROUPS }, (_, index) => String(index))
  const healthy = everywhere.reduce((tally, from) => addCounts(tally, from, { loads: 500, mounts: 500 }), {})
  const crash = { loads: 1, errors: 1, crashes: 1 }
  const failing = everywhere.reduce<LoadTally>((tally, from) => addCounts(tally, from, crash), healthy)
  expect(isDark(failing, rule)).toBe(true)
  expect(isDark(addCounts(failing, '7', shown), rule)).toBe(false)
})

test.each<[string, string | undefined, boolean]>([
  ['just now', '2026-11-23T12:00:00.000Z', true],
  ['for less than a day', '2026-11-22T12:00:00.001Z', true],
  ['for a day', '2026-11-22T12:00:00.000Z', false],
  ['since an unknown time', undefined, false],
])('a release that is live %s is on trial: %s', (_name, since, expected) => {
  expect(isOnTrial(since, new Date('2026-11-23T12:00:00Z'))).toBe(expected)
})
