import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'
import { isTest } from './sources.ts'

const Report = v.object({
  diagnostics: v.array(v.object({ category: v.string(), location: v.object({ path: v.string() }) })),
})

const LONG = 'lint/complexity/noExcessiveLinesPerFunction'
const COMPLEX = 'lint/complexity/noExcessiveCognitiveComplexity'

/** @returns how many functions outside tests break the limits that the linter's configuration sets */
export const lintFindings = async (): Promise<{ readonly long: number; readonly complex: number }> => {
  const only = [LONG, COMPLEX].map((rule) => `--only=${rule.replace('lint/', '')}`)
  const run = promisify(execFile)(
    inWorkspace('node_modules/.bin/biome'),
    ['lint', ...only, '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: inWorkspace(), maxBuffer: 256 * 1024 ** 2 },
  )
  // It ends with an error when it finds anything.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { diagnostics } = v.parse(Report, JSON.parse(stdout))
  const count = (rule: string): number =>
    diagnostics.filter(({ category, location }) => category === rule && !isTest(location.path)).length
  return { long: count(LONG), complex: count(COMPLEX) }
}
