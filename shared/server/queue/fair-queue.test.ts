/** @jest-environment node */
import fc from 'fast-check'
import { createFairQueue, shareOf } from './fair-queue.ts'

const startAll = (queue: ReturnType<typeof createFairQueue<number>>): string => {
  let started = ''
  for (let next = queue.start(); next !== undefined; next = queue.start()) started += next.account
  return started
}

test.each<[string, number, string, string]>([
  ['two slots: one stays free for the others', 2, 'aaaa', 'a'],
  ['two slots, two accounts', 2, 'aaab', 'ab'],
  ['three slots, one account', 3, 'aaaa', 'aa'],
  ['three slots, a late account', 3, 'aaaab', 'aba'],
  ['four slots, three accounts', 4, 'aaaabbc', 'abca'],
  ['one slot, one account', 1, 'aa', 'a'],
])('%s', (_, slots, arriving, started) => {
  const queue = createFairQueue<number>(slots)
  for (const [index, account] of [...arriving].entries()) queue.add(account, index)
  expect(startAll(queue)).toBe(started)
})

test.each<[string, number, string, string]>([
  ['one slot alternates', 1, 'aaabbc', 'abcaba'],
  ['two slots', 2, 'aaaabb', 'ababaa'],
])('accounts take turns as their tasks finish: %s', (_, slots, arriving, order) => {
  const queue = createFairQueue<number>(slots)
  for (const [index, account] of [...arriving].entries()) queue.add(account, index)
  let started = startAll(queue)
  for (let ended = 0; ended < arriving.length; ended += 1) {
    queue.finish(started[ended] ?? '')
    started += startAll(queue)
  }
  expect(started).toBe(order)
})

test('the tasks of an account start in order, without the removed tasks', () => {
  const queue = createFairQueue<number>(1)
  for (const entry of [1, 2, 3]) queue.add('a', entry)
  expect([queue.remove('a', 2), queue.remove('a', 2), queue.remove('b', 3), queue.waiting]).toEqual([
    true,
    false,
    false,
    2,
  ])
  expect(queue.start()).toEqual({ account: 'a', entry: 1 })
  queue.finish('a')
  expect(queue.start()).toEqual({ account: 'a', entry: 3 })
})

const accounts = ['a', 'b', 'c', 'd']
type Step =
  | { readonly kind: 'add'; readonly account: string }
  | { readonly kind: 'finish' | 'remove'; readonly pick: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), account: fc.constantFrom(...accounts) }),
  fc.record({ kind: fc.constantFrom('finish' as const, 'remove' as const), pick: fc.nat(99) }),
)

const model = (slots: number) => {
  const queue = createFairQueue<number>(slots)
  const waiting: { account: string; entry: number }[] = []
  const running: string[] = []
  const overtaken = new Map<string, number>()
  const isRunning = (account: string): number => running.filter((each) => each === account).length
  const waits = (account: string): boolean => waiting.some((each) => each.account === account)
  const start = (): void => {
    for (let next = queue.start(); next !== undefined; next = queue.start()) {
      const { account, entry } = next
      expect(waiting.find((each) => each.account === account)?.entry).toBe(entry)
      waiting.splice(
        waiting.findIndex((each) => each.entry === entry),
        1,
      )
      running.push(account)
      for (const other of accounts)
        if (other === account || !waits(other) || isRunning(other) >= shareOf(slots)) overtaken.set(other, 0)
        else overtaken.set(other, (overtaken.get(other) ?? 0) + 1)
    }
  }
  let entries = 0
  const apply = (each: Step): void => {
    if (each.kind === 'add') {
      waiting.push({ account: each.account, entry: entries })
      queue.add(each.account, entries++)
    } else if (each.kind === 'finish' && running.length > 0) {
      const [account = ''] = running.splice(each.pick % running.length, 1)
      queue.finish(account)
    } else if (each.kind === 'remove' && waiting.length > 0) {
      const [gone] = waiting.splice(each.pick % waiting.length, 1)
      if (gone !== undefined) expect(queue.remove(gone.account, gone.entry)).toBe(true)
    }
  }
  return { queue, waiting, running, overtaken, isRunning, start, apply }
}

test('in any order of events, the queue shares the slots fairly and leaves no usable slot free', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 120 }), (slots, steps) => {
      const { queue, waiting, running, overtaken, isRunning, start, apply } = model(slots)
      for (const each of steps) {
        apply(each)
        start()
        expect(running.length).toBeLessThanOrEqual(slots)
        expect(queue.waiting).toBe(waiting.length)
        for (const account of accounts) expect(isRunning(account)).toBeLessThanOrEqual(shareOf(slots))
        // No usable slot stays free.
        const mayStart = waiting.some(({ account }) => isRunning(account) < shareOf(slots))
        expect(running.length < slots && mayStart).toBe(false)
        // Others overtake a waiting account once.
        for (const count of overtaken.values()) expect(count).toBeLessThan(accounts.length)
      }
    }),
    { numRuns: 500 },
  )
})
