import * as v from 'valibot'

/** How many tests ended how. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }
/** A stage that counts no tests of its own (types, lint, build), or a runner that ended without a report. */
export const oneFailure: Tally = { passed: 0, failed: 1, skipped: 0 }

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The closing line, in the form that a machine reads: `12 passed, 0 failed`, `, 3 skipped` where there are any. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const JestReport = v.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  /** Files that failed before any of their tests ran. */
  numRuntimeErrorTestSuites: count,
})

/** Counts of `jest --json`. */
export const tallyJest = (report: unknown): Tally => {
  const counts = v.parse(JestReport, report)
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
    skipped: counts.numPendingTests + counts.numTodoTests,
  }
}

const PlaywrightReport = v.object({
  stats: v.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
  /** What failed outside of any test. */
  errors: v.array(v.unknown()),
})

/** Counts of Playwright's JSON reporter. A flaky journey has failed: it is a bug. */
export const tallyPlaywright = (report: unknown): Tally => {
  const { stats, errors } = v.parse(PlaywrightReport, report)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

const summary = (report: string, name: string): number =>
  Number(report.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0)

/** Counts of `node --test --test-reporter=tap`. */
export const tallyNode = (report: string): Tally => ({
  passed: summary(report, 'pass'),
  failed: summary(report, 'fail') + summary(report, 'cancelled'),
  skipped: summary(report, 'skipped') + summary(report, 'todo'),
})
