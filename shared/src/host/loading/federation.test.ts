import { fits } from './federation.ts'

test.each([
  ['1.0.0', '^1.0.0', true],
  ['1.4.2', '^1.0.0', true],
  ['2.0.0', '^1.0.0', false],
  ['1.0.0', '^1.1.0', false],
])('the version %s of shared fits a release that needs %s: %s', (version, range, expected) => {
  expect(fits(version, range)).toBe(expected)
})
