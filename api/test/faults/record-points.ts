import { distinctPoints, recorded } from '../support/fault-orders.ts'
import { pause } from './calls.ts'
import { allSent } from './examine-mails.ts'
import { nothingAcknowledged, runScenario, type Scenario } from './scenario.ts'
import type { Seeded } from './seeded.ts'
import { openServerUnderTest } from './server-under-test.ts'
import { register } from './steps.ts'

/** Together they contain every action. */
export const RECORDED: readonly Scenario[] = [
  { guests: 2, ownerSigns: true, changesMind: true, isOrdered: false, isPublic: true },
  { guests: 2, ownerSigns: false, changesMind: true, isOrdered: true, isPublic: false },
]
/** Only the count distinguishes stored files. */
const withoutCount = (point: string): string => (/ blob #\d+$/.test(point) ? point : point.replace(/ #\d+$/, ''))

/** Excludes points that depend on timing. */
const ROUNDS = 2

/**
 * Returns the points that every round reaches. Its clean exit also
 * writes the compile cache.
 */
export const recordPoints = async (random: Seeded): Promise<string[]> => {
  const target = await openServerUnderTest()
  const { dataDir } = target.home
  try {
    const server = await target.start()
    target.admitCalls(server)
    const db = await target.home.openDb()
    const play = async (scenario: Scenario, number: number): Promise<void> => {
      const owner = await register(target, `ensayo-${number}`)
      await runScenario(target, nothingAcknowledged(number, owner), scenario, random.fork())
    }
    let points: string[] | undefined
    for (let round = 0; round < ROUNDS; round++) {
      const reached = await recorded(dataDir, async () => {
        await Promise.all(RECORDED.map((scenario, index) => play(scenario, 1 + index + round * RECORDED.length)))
        while (!(await allSent(db))) await pause()
      })
      const distinct = new Set(distinctPoints(reached).map(withoutCount))
      points = points === undefined ? [...distinct] : points.filter((point) => distinct.has(point))
    }
    await db.destroy()
    await server.stop()
    return (points ?? []).sort()
  } finally {
    await target.close()
  }
}
