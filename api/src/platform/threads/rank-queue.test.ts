import fc from 'fast-check'
import { createRankQueue, type Ranked } from './rank-queue.ts'
import { type Rank, ranks } from './thread-task.ts'

const rankOf = fc.constantFrom<Rank>(...Object.values(ranks))

test('the queue never exceeds its slots and reserves the last slots for urgent ranks', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.option(rankOf)), (slots, steps) => {
      const queue = createRankQueue<Ranked>(slots, steps.length)
      const running: Ranked[] = []
      for (const rank of steps) {
        const oldest = running.shift()
        if (rank !== null) queue.add({ rank })
        else if (oldest !== undefined) queue.finish(oldest)
        if (rank !== null && oldest !== undefined) running.unshift(oldest)
        for (let entry = queue.start(); entry !== undefined; entry = queue.start()) running.push(entry)
        for (const from of Object.values(ranks))
          expect(running.filter((each) => each.rank >= from).length).toBeLessThanOrEqual(Math.max(1, slots - from))
        expect(running.length).toBeLessThanOrEqual(slots)
      }
    }),
  ))

test('a background task starts although urgent tasks keep arriving', () => {
  const queue = createRankQueue<Ranked>(1, 100)
  const patient = { rank: ranks.background }
  queue.add(patient)
  const started: Ranked[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    queue.add({ rank: ranks.signature })
    const entry = queue.start()
    if (entry === undefined) throw new Error('nothing starts')
    started.push(entry)
    queue.finish(entry)
  }
  expect(started).toContain(patient)
})
