import { createHash } from 'node:crypto'

/**
 * Milliseconds of a round on an idle core of a cloud machine with two; `node scripts/test/calibrate.ts`
 * prints the processor time of one.
 */
const REFERENCE_MS = 25
const ROUNDS = 8
/** A machine so slow fails for other reasons. */
const SLOWEST = 8

/** Objects, strings and native code, as tests use them. */
const work = (): string => {
  const hash = createHash('sha256')
  for (let index = 0; index < 2000; index += 1) {
    const text = JSON.stringify(Array.from({ length: 40 }, (_, place) => ({ place, name: `campo ${place + index}` })))
    hash.update(JSON.stringify(JSON.parse(text)))
  }
  return hash.digest('hex')
}

const timeRound = (): number => {
  const since = performance.now()
  work()
  return performance.now() - since
}

/** At least 1: a faster machine keeps the usual limits. */
export const slownessOf = (rounds: readonly number[]): number => {
  const mean = rounds.reduce((sum, each) => sum + each, 0) / rounds.length
  return Math.min(SLOWEST, Math.max(1, Math.round((10 * mean) / REFERENCE_MS) / 10))
}

/** A fifth of a second on that machine. */
export const measureSlowness = (): number => slownessOf(Array.from({ length: ROUNDS }, timeRound))

if (import.meta.main) {
  timeRound()
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) work()
  const { user, system } = process.cpuUsage(before)
  console.log(
    `${Math.round((user + system) / 1000 / ROUNDS)} ms of processor time a round, ${measureSlowness()} times slower`,
  )
}
