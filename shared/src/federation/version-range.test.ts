import fc from 'fast-check'
import semver from 'semver'
import { fitsVersionRange, isNewer } from './version-range.ts'

const digit = fc.integer({ min: 0, max: 12 })
const version = fc.tuple(digit, digit, digit).map((parts) => parts.join('.'))
const comparator = fc
  .tuple(fc.constantFrom('^', '~', '', '=', '<', '<=', '>', '>='), version)
  .map(([operator, text]) => operator + text)
const part = fc.array(comparator, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
const range = fc.array(part, { minLength: 1, maxLength: 3 }).map((list) => list.join(' || '))

test('property: the check agrees with npm’s', () => {
  fc.assert(
    fc.property(version, range, (given, wanted) => {
      expect([given, wanted, fitsVersionRange(given, wanted)]).toEqual([given, wanted, semver.satisfies(given, wanted)])
    }),
    { numRuns: 2000 },
  )
})

test('property: whatever npm’s check refuses, this one refuses', () => {
  const text = fc.stringMatching(/^[\^~<>=v\d. x*|-]{0,14}$/)
  fc.assert(
    fc.property(fc.oneof(version, text), fc.oneof(range, text), (given, wanted) => {
      if (fitsVersionRange(given, wanted)) expect([given, wanted, semver.satisfies(given, wanted)]).toContain(true)
    }),
    { numRuns: 2000 },
  )
})

test('property: versions are ordered as npm’s are', () => {
  fc.assert(fc.property(version, version, (a, b) => expect(isNewer(a, b)).toBe(semver.gt(a, b))))
})

test('a version that is no whole one is older than every other', () => {
  expect(isNewer('0.0.0', '1.0.0-beta')).toBe(true)
  expect(isNewer('latest', '0.0.0')).toBe(false)
})

test.each([
  ['5.19.0', '^5.19.0', true],
  ['5.20.3', '^5.19.0', true],
  ['5.18.9', '^5.19.0', false],
  ['6.0.0', '^5.19.0', false],
  ['0.3.9', '^0.3.1', true],
  ['0.4.0', '^0.3.1', false],
  ['0.0.4', '^0.0.3', false],
  ['19.3.1', '19.3.1', true],
])('%s fits %s: %p', (given, wanted, expected) => expect(fitsVersionRange(given, wanted)).toBe(expected))

test.each([
  '',
  ' ',
  '*',
  'x',
  '5',
  '5.x',
  '^5',
  'latest',
  'workspace:*',
  '^5.19.0-beta',
  '1.0.0 - 6.0.0',
  '^^5.0.0',
  '<>5.0.0',
])('nothing fits the range %j', (wanted) => expect(fitsVersionRange('5.19.0', wanted)).toBe(false))

test.each(['', '5', '5.19', '5.19.0-rc.1', 'v5.19.0', '5.19.0 '])('the version %j fits nothing', (given) => {
  expect(fitsVersionRange(given, '^5.0.0')).toBe(false)
})
