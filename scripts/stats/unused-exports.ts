import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'

const Names = v.optional(v.array(v.object({ name: v.string() })), [])
const Report = v.object({ issues: v.array(v.object({ file: v.string(), exports: Names, types: Names })) })

/** @returns `file name` of each */
export const unusedExports = (): string[] => {
  const output = execFileSync(
    inWorkspace('node_modules/.bin/knip'),
    ['--reporter=json', '--no-exit-code', '--no-progress', '--include=exports,types'],
    { cwd: inWorkspace(), encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  return v
    .parse(Report, JSON.parse(output))
    .issues.flatMap(({ file, exports, types }) => [...exports, ...types].map(({ name }) => `${file} ${name}`))
}
