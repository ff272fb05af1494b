import { relative } from 'node:path'
import * as v from 'valibot'
import { repeatCommand } from './quote.ts'
import { add, nothing, type Report } from './report.ts'

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    file: v.string(),
    ms: v.number(),
    failed: v.boolean(),
    /** Skipped or todo. */
    left: v.boolean(),
    message: v.string(),
  }),
)

const readTest = (line: string, workspace: string): Report => {
  const { name, failed, left, message, ms, ...test } = v.parse(Line, line)
  const file = relative(workspace, test.file)
  return {
    passed: failed || left ? 0 : 1,
    failed: failed ? 1 : 0,
    skipped: left && !failed ? 1 : 0,
    files: [{ file, ms }],
    failures: failed ? [{ file, title: name, message, repeat: repeatCommand(file, name) }] : [],
  }
}

/** @throws ValiError */
export const readNode = (lines: string, workspace: string): Report =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readTest(line, workspace))
    .reduce(add, nothing)
