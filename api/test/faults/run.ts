import { type Kill, planKills } from './kill-plan.ts'
import { type Figures, noFigures, runInstallation } from './kill-servers.ts'
import { recordPoints } from './record-points.ts'
import { type Seeded, seeded } from './seeded.ts'

/** Per installation. */
const KILLS_OF_INSTALLATION = 25

interface PlannedInstallation {
  readonly name: string
  readonly kills: readonly Kill[]
  readonly random: Seeded
}

const planInstallations = (count: number, points: readonly string[], random: Seeded): PlannedInstallation[] => {
  const plan = planKills(count, points, random)
  return Array.from({ length: Math.ceil(plan.length / KILLS_OF_INSTALLATION) }, (_, index) => ({
    name: `installation ${index + 1}`,
    kills: plan.slice(index * KILLS_OF_INSTALLATION, (index + 1) * KILLS_OF_INSTALLATION),
    random: random.fork(),
  }))
}

export interface RunOptions {
  readonly kills: number
  /** Reproduces kills and calls, not exact timing. */
  readonly seed: number
  readonly lanes: number
  readonly only?: string
  readonly writeLine: (line: string) => void
}

export interface Run {
  readonly figures: Figures
  readonly points: readonly string[]
  readonly violations: readonly string[]
}

/** A violation stops its installation only. */
export const runKills = async ({ kills, seed, lanes, only = '', writeLine }: RunOptions): Promise<Run> => {
  const figures = noFigures()
  const violations: string[] = []
  const random = seeded(seed)
  const points = (await recordPoints(random.fork())).filter((point) => point.includes(only))
  const waiting = planInstallations(kills, points, random)
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name } = next
      const writeNamed = (line: string): void => writeLine(`${name}: ${line}`)
      try {
        await runInstallation(next.kills, next.random, figures, writeNamed)
      } catch (error) {
        const what = error instanceof Error ? error.stack : String(error)
        violations.push(`seed ${seed}, ${name}: ${what}`)
        writeNamed(`VIOLATION ${what}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return { figures, points, violations }
}
