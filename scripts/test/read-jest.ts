import { relative } from 'node:path'
import * as v from 'valibot'
import { repeatCommand } from './quote.ts'
import type { Failure, Report } from './report.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const FileResult = v.object({
  name: v.string(),
  status: v.string(),
  message: v.string(),
  startTime: v.number(),
  endTime: v.number(),
  assertionResults: v.array(
    v.object({ status: v.string(), fullName: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
  ),
})

const JestReport = v.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: count,
  testResults: v.array(FileResult),
})

const failuresOf = (file: string, result: v.InferOutput<typeof FileResult>): Failure[] => {
  const failed = result.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && result.status === 'failed')
    return [{ file, title: '', message: result.message, repeat: `npm test -- ${file}` }]
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    title: fullName,
    message: (failureMessages ?? []).join('\n'),
    repeat: repeatCommand(file, fullName),
  }))
}

/** @throws ValiError */
export const readJest = (report: unknown, workspace: string): Report => {
  const { testResults, ...counts } = v.parse(JestReport, report)
  const files = testResults.map((result) => ({ file: relative(workspace, result.name), result }))
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
    skipped: counts.numPendingTests + counts.numTodoTests,
    files: files.map(({ file, result }) => ({ file, ms: result.endTime - result.startTime })),
    failures: files.flatMap(({ file, result }) => failuresOf(file, result)),
  }
}
