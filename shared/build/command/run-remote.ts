import { checkBuild, checkRemote } from './check-remote.ts'
import { parseCommand, type RemoteCommand } from './parse-command.ts'
import { passChecks, runTests } from './pass-checks.ts'
import { publishBuild } from './publish-build.ts'
import { runProgram } from './run-program.ts'

const build = (root: string): Promise<number> => runProgram(['build.ts'], root)

const start = (root: string, hosted: boolean): Promise<number> =>
  runProgram(['build.ts', '--dev', ...(hosted ? ['--hosted'] : [])], root)

const release = async (root: string, { target, canary }: Extract<RemoteCommand, { kind: 'release' }>) =>
  (await build(root)) ||
  (await passChecks(root)) ||
  (await checkBuild(root, undefined)) ||
  publishBuild(root, target, canary)

const run = (command: RemoteCommand, root: string): Promise<number> => {
  switch (command.kind) {
    case 'build':
      return build(root)
    case 'start':
      return start(root, command.hosted)
    case 'test':
      return runTests(root, command.args)
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
