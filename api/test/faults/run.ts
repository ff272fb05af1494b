import { type Kill, planKills } from './kill-plan.ts'
import { recordPoints } from './record-points.ts'
import { type Seeded, seeded } from './seeded.ts'
import { type Figures, liveThrough, noFigures } from './take-lives.ts'

/** Per installation. */
const LIVES = 25

interface Installation {
  readonly name: string
  readonly kills: readonly Kill[]
  readonly random: Seeded
}

const planInstallations = (count: number, points: readonly string[], random: Seeded): Installation[] => {
  const plan = planKills(count, points, random)
  return Array.from({ length: Math.ceil(plan.length / LIVES) }, (_, index) => ({
    name: `installation ${index + 1}`,
    kills: plan.slice(index * LIVES, (index + 1) * LIVES),
    random: random.fork(),
  }))
}

export interface RunOptions {
  readonly kills: number
  /** Reproduces kills and calls, not exact timing. */
  readonly seed: number
  readonly lanes: number
  readonly only?: string
  readonly say: (line: string) => void
}

export interface Run {
  readonly figures: Figures
  readonly points: readonly string[]
  readonly violations: readonly string[]
}

/** A violation stops its installation only. */
export const runKills = async ({ kills, seed, lanes, only = '', say }: RunOptions): Promise<Run> => {
  const figures = noFigures()
  const violations: string[] = []
  const random = seeded(seed)
  const points = (await recordPoints(random.fork())).filter((point) => point.includes(only))
  const waiting = planInstallations(kills, points, random)
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name } = next
      const tell = (line: string): void => say(`${name}: ${line}`)
      try {
        await liveThrough(next.kills, next.random, figures, tell)
      } catch (error) {
        const what = error instanceof Error ? error.stack : String(error)
        violations.push(`seed ${seed}, ${name}: ${what}`)
        tell(`VIOLATION ${what}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return { figures, points, violations }
}
