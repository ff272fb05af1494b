import { satisfy as original } from '@module-federation/enhanced/runtime'
import fc from 'fast-check'
import { satisfy } from './version-range.ts'

const digit = fc.integer({ min: 0, max: 12 })
const version = fc.tuple(digit, digit, digit).map((parts) => parts.join('.'))
const comparator = fc
  .tuple(fc.constantFrom('^', '~', '', '=', '<', '<=', '>', '>='), version)
  .map(([operator, text]) => operator + text)
const part = fc.array(comparator, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
const range = fc.array(part, { minLength: 1, maxLength: 3 }).map((list) => list.join(' || '))

test('property: the check agrees with the federation runtime’s own', () => {
  fc.assert(
    fc.property(version, range, (given, wanted) => {
      expect([given, wanted, satisfy(given, wanted)]).toEqual([given, wanted, original(given, wanted)])
    }),
    { numRuns: 2000 },
  )
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
])('%s fits %s: %p', (given, wanted, expected) => expect(satisfy(given, wanted)).toBe(expected))

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
])('nothing fits the range %j', (wanted) => expect(satisfy('5.19.0', wanted)).toBe(false))

test.each(['', '5', '5.19', '5.19.0-rc.1', 'v5.19.0', '5.19.0 '])('the version %j fits nothing', (given) => {
  expect(satisfy(given, '^5.0.0')).toBe(false)
})
