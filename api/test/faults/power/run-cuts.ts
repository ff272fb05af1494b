import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Seeded, seeded } from '../seeded.ts'
import { describeCut, planCommandCuts, planCuts } from './cut-plan.ts'
import { examineBackups, examineRestore } from './examine-copies.ts'
import { type CutFigures, examineCut, noCutFigures } from './examine-cut.ts'
import { type RecordedCopies, recordCopies } from './record-copies.ts'
import { type RecordedWork, recordWork } from './record-work.ts'

/** Of one recorded installation. */
const CUTS_OF_INSTALLATION = 50
const DOCUMENTS = 4
/** Of them, of its back-up; as many of the restore. */
const COPIES_SHARE = 0.12
/** Of the cuts of a server: its documents are completed afterwards. */
const FINISHED = 0.2

interface CutRunOptions {
  /** Repeats the plan and the work, but not the microsecond of a call. */
  readonly seed: number
  readonly cuts: number
  /** Cuts that are examined at a time. */
  readonly lanes: number
  readonly writeLine: (line: string) => void
}

interface CutRun {
  readonly figures: CutFigures
  readonly violations: string[]
}

export interface RecordedInstallation {
  readonly folder: string
  readonly work: RecordedWork
  readonly copies: RecordedCopies
}

/** @param folder empty; the caller removes it */
export const recordInstallation = async (
  folder: string,
  documents: number,
  random: Seeded,
): Promise<RecordedInstallation> => {
  const work = await recordWork(folder, documents, random)
  return { folder, work, copies: await recordCopies(folder, work.history) }
}

interface CutTask {
  readonly name: string
  readonly run: () => Promise<void>
}

const planCopies = (
  { folder, work, copies }: RecordedInstallation,
  count: number,
  random: Seeded,
  figures: CutFigures,
): CutTask[] => {
  const taskOf = (kind: 'backups' | 'restores', examine: typeof examineBackups) => {
    const history = kind === 'backups' ? copies.backups : copies.restore
    return planCommandCuts(count, history, random).map((cut): CutTask => {
      const options = { work, copies, cut, random: random.fork() }
      return {
        name: `${kind}: ${describeCut(cut, history)}`,
        run: async () => {
          figures.cuts += 1
          figures[kind] += 1
          figures.where[cut.where] += 1
          await examine({ ...options, folder: await mkdtemp(join(folder, `${kind}-`)) })
        },
      }
    })
  }
  return [...taskOf('backups', examineBackups), ...taskOf('restores', examineRestore)]
}

const planTasks = (
  installation: RecordedInstallation,
  cuts: number,
  random: Seeded,
  figures: CutFigures,
): CutTask[] => {
  const { work } = installation
  const ofCopies = Math.round(cuts * COPIES_SHARE)
  const ofServer = planCuts(cuts - 2 * ofCopies, work.history, random).map((cut): CutTask => {
    const options = { work, cut, random: random.fork(), finishes: random.chance(FINISHED), figures }
    return { name: describeCut(cut, work.history), run: () => examineCut(options) }
  })
  return [...ofServer, ...planCopies(installation, ofCopies, random, figures)]
}

/** Cuts the power of one installation at several positions. A violation ends its cut only. */
export const cutInstallation = async (
  installation: RecordedInstallation,
  { cuts, seed, lanes, writeLine }: CutRunOptions,
  { figures, violations }: CutRun = { figures: noCutFigures(), violations: [] },
): Promise<CutRun> => {
  const tasks = planTasks(installation, cuts, seeded(seed), figures)
  const runNext = async (): Promise<void> => {
    for (let next = tasks.shift(); next !== undefined; next = tasks.shift())
      try {
        await next.run()
        writeLine(next.name)
      } catch (error) {
        violations.push(`seed ${seed}, ${next.name}: ${error instanceof Error ? error.stack : error}`)
        writeLine(`VIOLATION ${next.name}: ${error}`)
      }
  }
  await Promise.all(Array.from({ length: lanes }, runNext))
  return { figures, violations }
}

/** Records installations of four documents, and cuts the power of each. */
export const runCuts = async (options: CutRunOptions): Promise<CutRun> => {
  const run: CutRun = { figures: noCutFigures(), violations: [] }
  const random = seeded(options.seed)
  for (let done = 0; done < options.cuts; done += CUTS_OF_INSTALLATION) {
    const folder = await mkdtemp(join(tmpdir(), 'trazo-cuts-'))
    try {
      const installation = await recordInstallation(folder, DOCUMENTS, random.fork())
      const some = { cuts: Math.min(CUTS_OF_INSTALLATION, options.cuts - done), seed: random.below(2 ** 31) }
      await cutInstallation(installation, { ...options, ...some }, run)
      options.writeLine(JSON.stringify(run.figures))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return run
}
