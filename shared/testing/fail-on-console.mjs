import { format } from 'node:util'

const methods = ['error', 'warn']

const withoutLibraries = (stack) =>
  stack
    .split('\n')
    .filter((line) => !/^ +at .*node_modules/.test(line))
    .join('\n')

/**
 * A test that expects output mocks it: `jest.spyOn(console,
 * 'warn').mockImplementation(…)`.
 *
 * Output after a test fails the next test or the file; output at load
 * fails the first test. jest-fail-on-console misses such output and
 * overrides mocks of a whole file.
 */
export const failOnConsole = () => {
  const printed = []
  for (const method of methods)
    console[method] = (...args) => {
      const { stack } = new Error(`console.${method}: ${format(...args)}`)
      printed.push(withoutLibraries(stack ?? ''))
    }
  const check = () => {
    if (printed.length > 0) throw new Error(`Printed, and not expected:\n\n${printed.splice(0).join('\n\n')}`)
  }
  beforeEach(check)
  afterEach(check)
  afterAll(check)
}
