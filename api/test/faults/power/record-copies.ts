import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_COMPILE_CACHE } from '../../support/child-server.ts'
import type { DiskHistory } from './disk-event.ts'
import { diskAfterCut, KEEPS_ALL } from './disk-state.ts'
import { type CommandEnd, quoteCommand, recordCommand, runCommand } from './record-command.ts'
import { writeState } from './write-state.ts'

const MAIN = fileURLToPath(new URL('../../../src/operations/backup/main.ts', import.meta.url))

const variablesOf = (dataDir: string) => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir })

/** The command that an operator calls, into or from a folder. */
const copyCommand = (kind: 'backup' | 'restore', folder: string, ...more: readonly string[]): string[] => [
  process.execPath,
  MAIN,
  kind,
  folder,
  ...more,
]

export const runCopy = (kind: 'backup' | 'restore', folder: string, dataDir: string): Promise<CommandEnd> =>
  runCommand(copyCommand(kind, folder), variablesOf(dataDir))

/** Names of the folders that are recorded. */
export const COPIES = { full: 'respaldo', incremental: 'incremental', restored: 'data' } as const

export interface RecordedCopies {
  readonly backups: DiskHistory
  readonly restore: DiskHistory
  /** Outside of the recorded folders, and whole. */
  readonly source: string
}

/** A back-up, an incremental one that shares its files, and a restore. @param work of an installation that has ended */
export const recordCopies = async (folder: string, work: DiskHistory): Promise<RecordedCopies> => {
  const installation = join(folder, 'installation')
  await writeState(installation, diskAfterCut(work, Infinity, KEEPS_ALL))
  const root = join(folder, 'copies')
  const source = join(root, COPIES.full)
  const full = copyCommand('backup', source)
  const more = copyCommand('backup', join(root, COPIES.incremental), '--since', source)
  const both = ['sh', '-c', `${quoteCommand(full)} && ${quoteCommand(more)}`]
  const backups = await recordCommand(root, both, variablesOf(installation))
  const target = join(folder, 'restored')
  const restore = await recordCommand(
    target,
    copyCommand('restore', source),
    variablesOf(join(target, COPIES.restored)),
  )
  return { backups, restore, source }
}
