import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'
import { isTest } from './sources.ts'

const Report = v.object({
  diagnostics: v.array(
    v.object({
      category: v.string(),
      location: v.object({ path: v.string(), start: v.object({ line: v.number() }) }),
    }),
  ),
})

const LONG = 'lint/complexity/noExcessiveLinesPerFunction'
const COMPLEX = 'lint/complexity/noExcessiveCognitiveComplexity'

/** @returns `file:line` of functions outside tests that break the limits of biome.json */
export const lintFindings = async () => {
  const only = [LONG, COMPLEX].map((rule) => `--only=${rule.replace('lint/', '')}`)
  // `--only` ignores that biome.json excepts tests.
  const run = promisify(execFile)(
    inWorkspace('node_modules/.bin/biome'),
    ['lint', ...only, '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: inWorkspace(), maxBuffer: 256 * 1024 ** 2 },
  )
  // It ends with an error when it finds anything.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { diagnostics } = v.parse(Report, JSON.parse(stdout))
  const of = (rule: string): string[] =>
    diagnostics
      .filter(({ category, location }) => category === rule && !isTest(location.path))
      .map(({ location }) => `${location.path}:${location.start.line}`)
  return { long: of(LONG), complex: of(COMPLEX) }
}
