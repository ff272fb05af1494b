import { whyNotRecorded } from './record-calls.ts'
import { runCuts } from './run-cuts.ts'

/* `pnpm cuts [cuts] [seed] [cuts at once]` */
const [cuts = '500', given, lanes = '2'] = process.argv.slice(2)
const seed = Number(given ?? Date.now() % 2 ** 31)
const writeLine = (line: string): void => void process.stdout.write(`${line}\n`)

const why = whyNotRecorded()
if (why !== undefined) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
const begun = Date.now()
writeLine(`${cuts} cuts, seed ${seed}`)
const { figures, violations } = await runCuts({ cuts: Number(cuts), seed, lanes: Number(lanes), writeLine })
const seconds = Math.round((Date.now() - begun) / 1000)
writeLine(JSON.stringify({ ...figures, seconds, seed, violations: violations.length }, undefined, 2))
for (const violation of violations) writeLine(violation)
process.exit(violations.length === 0 ? 0 : 1)
