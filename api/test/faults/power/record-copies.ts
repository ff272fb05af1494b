import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_COMPILE_CACHE } from '../../support/child-server.ts'
import { demand } from '../server-under-test.ts'
import type { DiskHistory } from './disk-event.ts'
import { diskAfterCut, KEEPS_ALL } from './disk-state.ts'
import { RECORDED_VARIABLES, readRecorded, recording, traceEnded } from './record-calls.ts'
import { demandState, writeState } from './write-state.ts'

const MAIN = fileURLToPath(new URL('../../../src/operations/backup/main.ts', import.meta.url))

interface CommandEnd {
  readonly code: number
  readonly output: string
}

const run = (command: readonly string[], dataDir: string): Promise<CommandEnd> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...RECORDED_VARIABLES }
    const [program = '', ...args] = command
    execFile(program, args, { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null)
      resolve({ code, output: `${stdout}${stderr}` })
    })
  })

/** The command that an operator calls, into or from a folder. */
const copyCommand = (kind: 'backup' | 'restore', folder: string, ...more: readonly string[]): string[] => [
  process.execPath,
  MAIN,
  kind,
  folder,
  ...more,
]

export const runCopy = (kind: 'backup' | 'restore', folder: string, dataDir: string): Promise<CommandEnd> =>
  run(copyCommand(kind, folder), dataDir)

/** Names of the folders that are recorded. */
export const COPIES = { full: 'respaldo', incremental: 'incremental', restored: 'data' } as const

export interface RecordedCopies {
  readonly backups: DiskHistory
  readonly restore: DiskHistory
  /** Outside of the recorded folders, and whole. */
  readonly source: string
}

/** @param root must not exist */
const record = async (root: string, command: readonly string[], dataDir: string): Promise<DiskHistory> => {
  await mkdir(root)
  const trace = `${root}.trace`
  const { code, output } = await run([...recording(trace), ...command], dataDir)
  demand(code === 0, `the recorded command ended with ${code}: ${output}`)
  await traceEnded(trace)
  const { history } = await readRecorded(trace, root)
  await demandState(root, diskAfterCut(history, Infinity, KEEPS_ALL))
  return history
}

const quoted = (command: readonly string[]): string => command.map((part) => `'${part}'`).join(' ')

/** A back-up, an incremental one that shares its files, and a restore. @param work of an installation that has ended */
export const recordCopies = async (folder: string, work: DiskHistory): Promise<RecordedCopies> => {
  const installation = join(folder, 'installation')
  await writeState(installation, diskAfterCut(work, Infinity, KEEPS_ALL))
  const root = join(folder, 'copies')
  const source = join(root, COPIES.full)
  const full = copyCommand('backup', source)
  const more = copyCommand('backup', join(root, COPIES.incremental), '--since', source)
  const backups = await record(root, ['sh', '-c', `${quoted(full)} && ${quoted(more)}`], installation)
  const target = join(folder, 'restored')
  const restore = await record(target, copyCommand('restore', source), join(target, COPIES.restored))
  return { backups, restore, source }
}
