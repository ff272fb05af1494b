import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Seeded, seeded } from '../seeded.ts'
import { describeCut, planCuts } from './cut-plan.ts'
import { type CutFigures, examineCut, noCutFigures } from './examine-cut.ts'
import { type RecordedWork, recordWork } from './record-work.ts'

/** Of one recorded installation. */
const CUTS_OF_INSTALLATION = 25
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
  readonly violations: readonly string[]
}

interface Installation {
  readonly name: string
  readonly work: RecordedWork
  readonly cuts: number
  readonly random: Seeded
}

const cutInstallation = async (
  { name, work, cuts, random }: Installation,
  { lanes, seed, writeLine }: CutRunOptions,
  { figures, violations }: { readonly figures: CutFigures; readonly violations: string[] },
): Promise<void> => {
  const waiting = planCuts(cuts, work.history, random).map((cut) => ({
    cut,
    random: random.fork(),
    finishes: random.chance(FINISHED),
  }))
  const cutNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const line = `${name}: ${describeCut(next.cut, work.history)}`
      try {
        await examineCut({ work, ...next, figures })
        writeLine(line)
      } catch (error) {
        violations.push(`seed ${seed}, ${line}: ${error instanceof Error ? error.stack : error}`)
        writeLine(`VIOLATION ${line}: ${error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, cutNext))
}

/** Records installations, and cuts the power of each at several positions. */
export const runCuts = async (options: CutRunOptions): Promise<CutRun> => {
  const { cuts, seed, documents = 4 } = options
  const run = { figures: noCutFigures(), violations: [] as string[] }
  const random = seeded(seed)
  const folder = await mkdtemp(join(tmpdir(), 'trazo-cuts-'))
  try {
    for (let done = 0; done < cuts; done += CUTS_OF_INSTALLATION) {
      const work = await recordWork(folder, documents, random.fork())
      const some = Math.min(CUTS_OF_INSTALLATION, cuts - done)
      const name = `installation ${1 + done / CUTS_OF_INSTALLATION}`
      await cutInstallation({ name, work, cuts: some, random: random.fork() }, options, run)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return run
}
