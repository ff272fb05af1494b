import { runKills } from './run.ts'

/* `pnpm faults [kills] [seed] [lanes] [only points with this text]` */
const [kills = '500', given, lanes = '2', only = ''] = process.argv.slice(2)
const seed = Number(given ?? Date.now() % 2 ** 31)
const writeLine = (line: string): void => void process.stdout.write(`${line}\n`)

const begun = Date.now()
writeLine(`at least ${kills} kills, seed ${seed}`)
const { figures, points, violations } = await runKills({
  kills: Number(kills),
  seed,
  lanes: Number(lanes),
  only,
  writeLine,
})
const { reached, ...rest } = figures
const seconds = Math.round((Date.now() - begun) / 1000)
writeLine(
  JSON.stringify(
    { ...rest, points: points.length, pointsReached: reached.size, seconds, seed, violations: violations.length },
    undefined,
    2,
  ),
)
for (const violation of violations) writeLine(violation)
process.exit(violations.length === 0 ? 0 : 1)
