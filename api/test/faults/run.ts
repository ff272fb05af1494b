import { leaveCompiled } from './house.ts'
import { type Kill, planKills } from './kill-plan.ts'
import { type Seeded, seeded } from './seeded.ts'
import { type Figures, liveThrough, noFigures } from './take-lives.ts'

/** Per installation. */
const LIVES = 25

interface Installation {
  readonly name: string
  readonly kills: readonly Kill[]
  readonly random: Seeded
}

const planInstallations = (count: number, seed: number): Installation[] => {
  const random = seeded(seed)
  const plan = planKills(count, random)
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
  /** Parallel installations. */
  readonly lanes: number
  readonly say: (line: string) => void
}

export interface Run {
  readonly figures: Figures
  readonly violations: readonly string[]
}

/** A violation stops its installation only. */
export const runKills = async ({ kills, seed, lanes, say }: RunOptions): Promise<Run> => {
  const figures = noFigures()
  const violations: string[] = []
  const waiting = planInstallations(kills, seed)
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, random } = next
      const tell = (line: string): void => say(`${name}: ${line}`)
      try {
        await liveThrough(next.kills, random, figures, tell)
      } catch (error) {
        const what = error instanceof Error ? error.stack : String(error)
        violations.push(`seed ${seed}, ${name}: ${what}`)
        tell(`VIOLATION ${what}`)
      }
    }
  }
  await leaveCompiled()
  await Promise.all(Array.from({ length: lanes }, work))
  return { figures, violations }
}
