/** @jest-environment node */
import fc from 'fast-check'
import { createWindowCounter } from './window-counter.ts'

test('the counter counts each key separately until its window ends', () => {
  let now = 1000
  const counter = createWindowCounter(10, () => now)
  expect(counter.hit('a', 60)).toEqual({ count: 1, endsAt: 1060 })
  now = 1059
  expect(counter.hit('a', 60)).toEqual({ count: 2, endsAt: 1060 })
  expect(counter.hit('b', 60)).toEqual({ count: 1, endsAt: 1119 })
  now = 1060
  expect(counter.hit('a', 60)).toEqual({ count: 1, endsAt: 1120 })
})

test('the counter restarts for a forgotten key', () => {
  const counter = createWindowCounter(10, () => 0)
  counter.hit('a', 60)
  counter.forget('a')
  expect(counter.hit('a', 60).count).toBe(1)
})

test('many other keys do not reset the count of a key that keeps calling', () => {
  const counter = createWindowCounter(3, () => 0)
  for (let call = 1; call <= 20; call += 1) {
    expect(counter.hit('busy', 60).count).toBe(call)
    counter.hit(`other-${call}`, 60)
  }
})

test('the count of a window equals the number of its calls', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), pause: fc.nat(40) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = 0
      const counter = createWindowCounter(10, () => now)
      const calls: { key: string; at: number }[] = []
      for (const { key, pause } of steps) {
        now += pause
        calls.push({ key, at: now })
        const { count, endsAt } = counter.hit(key, 60)
        const inWindow = calls.filter((call) => call.key === key && call.at >= endsAt - 60 && call.at < endsAt)
        expect(count).toBe(inWindow.length)
      }
    }),
  )
})
