import { format } from 'node:util'

const methods = ['error', 'warn']

const withoutLibraries = (stack) =>
  stack
    .split('\n')
    .filter((line) => !/^ +at .*node_modules/.test(line))
    .join('\n')

/**
 * Fails a test that writes to the console what nobody asked for: a warning of React today is a test that depends on
 * chance tomorrow. A test that expects it says so, by `jest.spyOn(console, 'warn').mockImplementation(…)`.
 *
 * What comes after a test (as its page is taken down, or late) fails the one that follows, or else the file; what comes
 * as the file loads fails its first. (jest-fail-on-console lets the one pass, and takes the place of a console that a
 * file replaced for all of its tests.)
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
