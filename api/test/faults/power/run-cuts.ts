import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Seeded, seeded } from '../seeded.ts'
import { describeCut, planCommandCuts, planCuts } from './cut-plan.ts'
import { examineBackups, examineRestore } from './examine-copies.ts'
import { type CutFigures, examineCut, noCutFigures } from './examine-cut.ts'
import { recordCopies } from './record-copies.ts'
import { recordWork } from './record-work.ts'

/** Of one recorded installation. */
const CUTS_OF_INSTALLATION = 50
/** Of them, of its back-up; as many of the restore. */
const COPIES_SHARE = 0.12
/** Of the cuts of a server: its documents are completed afterwards. */
const FINISHED = 0.2

export interface CutRunOptions {
  readonly cuts: number
  /** Repeats the plan and the work, but not the microsecond of a call. */
  readonly seed: number
  /** Cuts that are examined at a time. */
  readonly lanes: number
  readonly documents?: number
  readonly writeLine: (line: string) => void
}

interface CutRun {
  readonly figures: CutFigures
  readonly violations: string[]
}

interface CutTask {
  readonly name: string
  readonly run: () => Promise<void>
}

const planCopies = async (
  folder: string,
  work: Parameters<typeof examineCut>[0]['work'],
  count: number,
  random: Seeded,
  figures: CutFigures,
) => {
  const copies = await recordCopies(folder, work.history)
  const taskOf = (kind: 'backups' | 'restores', examine: typeof examineBackups) => {
    const history = kind === 'backups' ? copies.backups : copies.restore
    return planCommandCuts(count, history, random).map((cut, index): CutTask => {
      const own = random.fork()
      return {
        name: `${kind}: ${describeCut(cut, history)}`,
        run: async () => {
          const empty = join(folder, `${kind}-${index}`)
          await mkdir(empty)
          figures.cuts += 1
          figures[kind] += 1
          figures.where[cut.where] += 1
          await examine({ work, copies, cut, random: own, folder: empty })
        },
      }
    })
  }
  return [...taskOf('backups', examineBackups), ...taskOf('restores', examineRestore)]
}

/** Records one installation. */
const planInstallation = async (
  folder: string,
  { cuts, documents }: { readonly cuts: number; readonly documents: number },
  random: Seeded,
  figures: CutFigures,
): Promise<CutTask[]> => {
  const work = await recordWork(folder, documents, random.fork())
  const ofCopies = Math.round(cuts * COPIES_SHARE)
  const ofServer = planCuts(cuts - 2 * ofCopies, work.history, random).map((cut): CutTask => {
    const options = { work, cut, random: random.fork(), finishes: random.chance(FINISHED), figures }
    return { name: describeCut(cut, work.history), run: () => examineCut(options) }
  })
  return ofCopies === 0 ? ofServer : [...ofServer, ...(await planCopies(folder, work, ofCopies, random, figures))]
}

const runTasks = async (tasks: CutTask[], name: string, options: CutRunOptions, violations: string[]) => {
  const { lanes, seed, writeLine } = options
  const runNext = async (): Promise<void> => {
    for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) {
      const line = `${name}: ${next.name}`
      try {
        await next.run()
        writeLine(line)
      } catch (error) {
        violations.push(`seed ${seed}, ${line}: ${error instanceof Error ? error.stack : error}`)
        writeLine(`VIOLATION ${line}: ${error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, runNext))
}

/** Records installations, and cuts the power of each at several positions. A violation ends its cut only. */
export const runCuts = async (options: CutRunOptions): Promise<CutRun> => {
  const { cuts, seed, documents = 4 } = options
  const figures = noCutFigures()
  const violations: string[] = []
  const random = seeded(seed)
  for (let done = 0; done < cuts; done += CUTS_OF_INSTALLATION) {
    const folder = await mkdtemp(join(tmpdir(), 'trazo-cuts-'))
    try {
      const some = { cuts: Math.min(CUTS_OF_INSTALLATION, cuts - done), documents }
      const tasks = await planInstallation(folder, some, random.fork(), figures)
      await runTasks(tasks, `installation ${1 + done / CUTS_OF_INSTALLATION}`, options, violations)
      options.writeLine(JSON.stringify(figures))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return { figures, violations }
}
