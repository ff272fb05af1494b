import { everything } from 'pdf/testing/node'
import { scaled } from 'shared/testing/limits'
import { runKills } from './run.ts'

const KILLS = everything ? 30 : 4

jest.setTimeout(scaled(600_000))

test('a server that is killed at any point keeps its answers, shows no partial state and sends every mail', async () => {
  const seed = Number(process.env.TRAZO_FAULTS_SEED ?? Date.now() % 2 ** 31)
  process.stderr.write(`killing with TRAZO_FAULTS_SEED=${seed}\n`)
  const { figures, violations } = await runKills({ kills: KILLS, seed, lanes: 2, writeLine: () => undefined })
  expect(violations).toEqual([])
  expect(figures.missed).toEqual([])
  expect(figures.kills).toBeGreaterThanOrEqual(KILLS)
  expect(figures.lostUndone + figures.lostDone).toBeGreaterThan(0)
  expect(figures.signatures).toBeGreaterThan(0)
})
