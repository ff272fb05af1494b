import { createRequire } from 'node:module'
import { readPassedChecks, writePassedChecks } from '../checks/passed-checks.ts'
import { readBuildRecord } from '../release/build-record.ts'
import { releaseId } from '../release/release-id.ts'
import { checkRemote } from './check-remote.ts'
import { CommandError } from './command-error.ts'
import { parseCommand, type RemoteCommand } from './parse-command.ts'
import { publishBuild } from './publish-build.ts'
import { runProgram } from './run-program.ts'

/** Workers of Node 24 sometimes crash inside V8 without them. */
const JEST_FLAGS = ['--no-sparkplug', '--no-memory-protection-keys']

const build = (root: string): Promise<number> => runProgram(['build.ts'], root)

const start = (root: string, hosted: boolean): Promise<number> =>
  runProgram(['build.ts', '--dev', ...(hosted ? ['--hosted'] : [])], root)

const test = (root: string, args: readonly string[]): Promise<number> =>
  runProgram([...JEST_FLAGS, createRequire(import.meta.filename).resolve('jest/bin/jest'), ...args], root)

/** Types and tests, once for each release. */
const passChecks = async (root: string): Promise<number> => {
  const release = readBuildRecord(root)?.release ?? ''
  if (readPassedChecks(root, release)) return 0
  const code = (await checkRemote(root, undefined)) || (await test(root, []))
  if (code !== 0) return code
  if (releaseId({ root }) !== release)
    throw new CommandError('Los fuentes cambiaron mientras se revisaban. Inténtalo de nuevo.')
  await writePassedChecks(root, { release, types: true, tests: true, at: new Date().toISOString() })
  return 0
}

const release = async (root: string, { target, canary }: Extract<RemoteCommand, { kind: 'release' }>) =>
  (await build(root)) || (await passChecks(root)) || publishBuild(root, target, canary)

const run = (command: RemoteCommand, root: string): Promise<number> => {
  switch (command.kind) {
    case 'build':
      return build(root)
    case 'start':
      return start(root, command.hosted)
    case 'test':
      return test(root, command.args)
    case 'check':
      return checkRemote(root, command.site)
    case 'release':
      return release(root, command)
  }
}

/**
 * @param root folder of the remote
 * @returns the exit code
 */
export const runRemote = async (args: readonly string[], root: string): Promise<number> => {
  try {
    return await run(parseCommand(args, root), root)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}
