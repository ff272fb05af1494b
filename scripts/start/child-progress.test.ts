import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followProgress, processorSeconds, secondsOf } from './child-progress.ts'

test('a program that works or writes is awaited, however long it takes; one that waits is not', () => {
  let [now, worked, written] = [0, 0, 0]
  const stillFor = followProgress(
    () => ({ worked, written }),
    () => now,
  )
  // Ten minutes of a busy machine: a fiftieth of the processor.
  for (let minute = 0; minute < 10; minute += 1) {
    now += 60_000
    worked += 1.2
    assert.equal(stillFor(), 0)
  }
  now += 60_000
  written += 1
  assert.equal(stillFor(), 0)
  // An idle server.
  for (let minute = 1; minute <= 2; minute += 1) {
    now += 60_000
    worked += 0.45
    assert.equal(stillFor(), minute * 60_000)
  }
})

test('slow work adds up', () => {
  let [now, worked] = [0, 0]
  const stillFor = followProgress(
    () => ({ worked, written: 0 }),
    () => now,
  )
  const still = [1, 2, 3, 4, 5].map(() => {
    now += 1000
    worked += 0.25
    return stillFor()
  })
  assert.deepEqual(still, [1000, 2000, 3000, 0, 1000])
})

test('the processor time of a program is what it says of itself, and none of one that has ended', () => {
  const { user, system } = process.cpuUsage()
  const seconds = processorSeconds(process.pid)
  assert.ok(seconds !== undefined && Math.abs(seconds - (user + system) / 1e6) < 0.5, String(seconds))
  assert.equal(processorSeconds(2 ** 22 + 1), undefined)
})

for (const [time, seconds] of [
  ['0:01.50', 1.5],
  ['01:02:03', 3723],
  ['2-00:00:01', 172_801],
  ['', undefined],
] as const)
  test(`ps's time '${time}' is read`, () => assert.equal(secondsOf(time), seconds))
