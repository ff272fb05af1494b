import fc from 'fast-check'
import { createRankQueue, type RankedWork } from './rank-queue.ts'
import { type TaskRank, taskRanks } from './thread-task.ts'

const rankOf = fc.constantFrom<TaskRank>(...Object.values(taskRanks))

test('the queue never exceeds its slots and reserves the last slots for urgent ranks', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.option(rankOf)), (slots, steps) => {
      const queue = createRankQueue<RankedWork>(slots, steps.length)
      const running: RankedWork[] = []
      for (const rank of steps) {
        const oldest = running.shift()
        if (rank !== null) queue.add({ rank })
        else if (oldest !== undefined) queue.finish(oldest)
        if (rank !== null && oldest !== undefined) running.unshift(oldest)
        for (let entry = queue.start(); entry !== undefined; entry = queue.start()) running.push(entry)
        for (const from of Object.values(taskRanks))
          expect(running.filter((each) => each.rank >= from).length).toBeLessThanOrEqual(Math.max(1, slots - from))
        expect(running.length).toBeLessThanOrEqual(slots)
      }
    }),
  ))

test('a background task starts although urgent tasks keep arriving', () => {
  const queue = createRankQueue<RankedWork>(1, 100)
  const patient = { rank: taskRanks.background }
  queue.add(patient)
  const started: RankedWork[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    queue.add({ rank: taskRanks.signature })
    const entry = queue.start()
    if (entry === undefined) throw new Error('nothing starts')
    started.push(entry)
    queue.finish(entry)
  }
  expect(started).toContain(patient)
})
