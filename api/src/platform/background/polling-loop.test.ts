import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createPollingLoop } from './polling-loop.ts'

// Jest's own fake timers do not reach modules of the API.
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

const pass = async (milliseconds: number): Promise<void> => {
  mock.timers.tick(milliseconds)
  await turn()
}

test('a failure is repeated after the pause for failures, an empty run after its own', async () => {
  const results = [new Error('broken'), 0, 0]
  const failures: unknown[] = []
  let runs = 0
  const work = async (): Promise<number> => {
    const result = results[runs] ?? 0
    runs += 1
    if (typeof result === 'number') return result
    throw result
  }
  const loop = createPollingLoop(work, { afterEmptyRun: 60, afterFailure: 1 }, (error) => failures.push(error))
  loop.start()
  await turn()
  expect([runs, failures]).toEqual([1, [results[0]]])
  await pass(1)
  expect(runs).toBe(2)
  await pass(59)
  expect(runs).toBe(2)
  await pass(1)
  expect(runs).toBe(3)
  loop.wake()
  await turn()
  expect([runs, failures.length]).toEqual([4, 1])
  await loop.stop()
})
