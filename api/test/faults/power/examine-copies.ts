import { join } from 'node:path'
import type { Seeded } from '../seeded.ts'
import { openServerUnderTest, type ServerUnderTest } from '../server-under-test.ts'
import { demand } from '../violation.ts'
import { choiceOf } from './cut-choices.ts'
import type { PlannedCut } from './cut-plan.ts'
import type { DiskHistory } from './disk-event.ts'
import { diskAfterCut } from './disk-state.ts'
import { examineOn } from './examine-cut.ts'
import { COPIES, type RecordedCopies, runCopy } from './record-copies.ts'
import type { RecordedWork } from './record-work.ts'
import { writeState } from './write-state.ts'

export interface CopyCut {
  readonly work: RecordedWork
  readonly copies: RecordedCopies
  readonly cut: PlannedCut
  readonly random: Seeded
  /** An empty folder. */
  readonly folder: string
}

/** Exit code of a command that refuses. */
const REFUSED = 1

const examineRestored = async (target: ServerUnderTest, { work }: CopyCut): Promise<void> => {
  const server = await target.start()
  const scenarios = work.answers.map(({ at }) => at(Infinity)).filter((known) => known !== undefined)
  await examineOn(target, server, scenarios)
}

/** The second command begins when the first has said that it is complete. */
const isComplete = ({ events }: DiskHistory, name: string, position: number): boolean => {
  const next = events.find((event) => event.kind === 'name' && event.entry.name === COPIES.incremental)
  const last = name === COPIES.full ? next?.start : events.at(-1)?.end
  return position > (last ?? Infinity)
}

const examineBackup = async (options: CopyCut, name: string, folder: string): Promise<void> => {
  const target = await openServerUnderTest({ accepted: options.work.mails })
  try {
    const { code, output } = await runCopy('restore', join(folder, name), target.home.dataDir)
    const wasComplete = isComplete(options.copies.backups, name, options.cut.position)
    demand(code === 0 || code === REFUSED, `restoring ${name} ended with ${code}: ${output}`)
    demand(code === 0 || !wasComplete, `${name} was complete, and is refused: ${output}`)
    if (code === 0) await examineRestored(target, options)
  } finally {
    await target.close()
  }
}

/** A back-up that was said to be complete is restored; an earlier one is refused, or holds everything. @throws Violation */
export const examineBackups = async (options: CopyCut): Promise<void> => {
  const { copies, cut, random, folder } = options
  await writeState(folder, diskAfterCut(copies.backups, cut.position, choiceOf(cut.kind, random)))
  for (const name of [COPIES.full, COPIES.incremental]) await examineBackup(options, name, folder)
}

/** A restore is complete, or can be repeated. @throws Violation */
export const examineRestore = async (options: CopyCut): Promise<void> => {
  const { copies, cut, random, work } = options
  const target = await openServerUnderTest({ accepted: work.mails })
  try {
    const { dataDir } = target.home
    const state = diskAfterCut(copies.restore, cut.position, choiceOf(cut.kind, random))
    const inside = [...state].filter(([path]) => path.startsWith(`${COPIES.restored}/`))
    await writeState(dataDir, new Map(inside.map(([path, bytes]) => [path.slice(COPIES.restored.length + 1), bytes])))
    const wasComplete = cut.position > (copies.restore.events.at(-1)?.end ?? 0)
    const { code, output } = wasComplete ? { code: 0, output: '' } : await runCopy('restore', copies.source, dataDir)
    const isThere = code === REFUSED && output.includes('ya tiene una base de datos')
    demand(code === 0 || isThere, `the repeated restore ended with ${code}: ${output}`)
    await examineRestored(target, options)
  } finally {
    await target.close()
  }
}
