import { createRequire } from 'node:module'
import { readPassedChecks, writePassedChecks } from '../checks/passed-checks.ts'
import { releaseId } from '../release/release-id.ts'
import { checkSources } from './check-remote.ts'
import { CommandError } from './command-error.ts'
import { runProgram } from './run-program.ts'

/** Workers of Node 24 sometimes crash inside V8 without them. */
const JEST_FLAGS = ['--no-sparkplug', '--no-memory-protection-keys']

/** @returns the exit code */
export const runTests = (root: string, args: readonly string[]): Promise<number> =>
  runProgram([...JEST_FLAGS, createRequire(import.meta.filename).resolve('jest/bin/jest'), ...args], root)

/** @returns the exit code */
export const passChecks = async (root: string): Promise<number> => {
  const release = releaseId({ root })
  if (readPassedChecks(root, release)) return 0
  const code = (await checkSources(root)) || (await runTests(root, []))
  if (code !== 0) return code
  if (releaseId({ root }) !== release)
    throw new CommandError('Los fuentes cambiaron mientras se revisaban. Inténtalo de nuevo.')
  await writePassedChecks(root, { release, types: true, tests: true, at: new Date().toISOString() })
  return 0
}
