#!/usr/bin/env node
import '../../node/fit-node.mjs'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SHARED_PACKAGE } from '../package-info.ts'
import { type BuildRecord, readBuildRecord } from '../release/build-record.ts'
import { checkBuild, runRemoteCheck } from './check-remote.ts'
import { CommandError } from './command-error.ts'
import type { ReleaseTarget } from './parse-command.ts'
import { parseRemoteCommand, type RemoteCommand } from './parse-command.ts'
import { passChecks, runTests } from './pass-checks.ts'
import { runProgram } from './run-program.ts'
import { budgetInFolder, budgetOfSite } from './site-budget.ts'
import { uploadBuild, uploadPreviewBuild } from './site-client.ts'

const PROGRAM = join('scripts', 'release', 'main.ts')

const programOf = (installation = dirname(SHARED_PACKAGE)): string => {
  const program = join(installation, PROGRAM)
  if (existsSync(program)) return program
  throw new CommandError(
    `${installation} no tiene ${PROGRAM}: indica con --installation dónde está instalado el sitio.`,
  )
}

const builtRecord = (root: string): BuildRecord => {
  const record = readBuildRecord(root)
  if (!record) throw new CommandError(`${root} no está construido: ejecuta remote build.`)
  return record
}

/**
 * Makes the present build live.
 *
 * @returns the exit code
 */
const publishBuild = async (root: string, target: ReleaseTarget, canary: number | undefined): Promise<number> => {
  const record = builtRecord(root)
  if (target.kind === 'site') {
    console.log(`${record.name}: ${await uploadBuild(target.site, root, record, canary)}`)
    return 0
  }
  const program = programOf(target.installation)
  const trial = canary === undefined ? [] : ['--canary', String(canary)]
  return runProgram([program, record.name, '--from', root, '--data-dir', target.dataDir, ...trial], root)
}

const build = (root: string): Promise<number> => runProgram(['build.ts'], root)

const start = (root: string, hosted: boolean): Promise<number> =>
  runProgram(['build.ts', '--dev', ...(hosted ? ['--hosted'] : [])], root)

const budgetAt = (target: ReleaseTarget) => (name: string) =>
  target.kind === 'site' ? budgetOfSite(target.site.url, name) : budgetInFolder(target.dataDir, name)

const release = async (root: string, target: ReleaseTarget, publish: () => Promise<number>): Promise<number> =>
  (await build(root)) || (await passChecks(root)) || (await checkBuild(root, undefined, budgetAt(target))) || publish()

const preview = async (root: string, { site }: Extract<RemoteCommand, { kind: 'preview' }>): Promise<number> =>
  release(root, { kind: 'site', site }, async () => {
    const record = builtRecord(root)
    console.log(`${record.name}: ${await uploadPreviewBuild(site, root, record)}`)
    return 0
  })

const run = (command: RemoteCommand, root: string): Promise<number> => {
  switch (command.kind) {
    case 'build':
      return build(root)
    case 'start':
      return start(root, command.hosted)
    case 'test':
      return runTests(root, command.args)
    case 'check':
      return runRemoteCheck(root, command.site)
    case 'release':
      return release(root, command.target, () => publishBuild(root, command.target, command.canary))
    case 'preview':
      return preview(root, command)
  }
}

/**
 * @param root folder of the remote
 * @returns the exit code
 */
const runRemote = async (args: readonly string[], root: string): Promise<number> => {
  try {
    return await run(parseRemoteCommand(args, root), root)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

process.exitCode = await runRemote(process.argv.slice(2), process.cwd())
