import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SHARED_PACKAGE } from '../package-info.ts'
import { readBuildRecord } from '../release/build-record.ts'
import { CommandError } from './command-error.ts'
import type { Target } from './parse-command.ts'
import { runProgram } from './run-program.ts'
import { uploadBuild } from './site-client.ts'

const PROGRAM = join('scripts', 'release', 'main.ts')

const programOf = (installation = dirname(SHARED_PACKAGE)): string => {
  const program = join(installation, PROGRAM)
  if (existsSync(program)) return program
  throw new CommandError(
    `${installation} no tiene ${PROGRAM}: indica con --installation dónde está instalado el sitio.`,
  )
}

/**
 * Makes the present build live.
 *
 * @returns the exit code
 */
export const publishBuild = async (root: string, target: Target, canary: number | undefined): Promise<number> => {
  const record = readBuildRecord(root)
  if (!record) throw new CommandError(`${root} no está construido: ejecuta remote build.`)
  if (target.kind === 'site') {
    console.log(`${record.name}: ${await uploadBuild(target.site, root, record, canary)}`)
    return 0
  }
  const program = programOf(target.installation)
  const trial = canary === undefined ? [] : ['--canary', String(canary)]
  return runProgram([program, record.name, '--from', root, '--data-dir', target.dataDir, ...trial], root)
}
