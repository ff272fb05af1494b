/** @jest-environment node */
import { createFairSemaphore, SemaphoreFullError } from './semaphore.ts'

const lasting = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => (): Promise<string> => {
    begun.push(name)
    return new Promise((resolve) => ends.set(name, () => resolve(name)))
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

/** Waiting work has started by then. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('an account with many tasks leaves a slot to another account', async () => {
  const semaphore = createFairSemaphore(2)
  const { begun, work, end } = lasting()
  const many = ['a1', 'a2', 'a3'].map((name) => semaphore.run({ account: 'a' }, work(name)))
  await settled()
  const other = semaphore.run({ account: 'b' }, work('b1'))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  end('a1')
  await many[0]
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  for (const name of ['b1', 'a2']) end(name)
  await settled()
  end('a3')
  expect(await Promise.all([...many, other])).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('an account fills its own part of the queue, and another account still waits in the rest', async () => {
  const semaphore = createFairSemaphore(1, 4, 1, 2)
  const { begun, work, end } = lasting()
  const first = semaphore.run({ account: 'a' }, work('a1'))
  const waiting = ['a2', 'a3'].map((name) => semaphore.run({ account: 'a' }, work(name)))
  await expect(semaphore.run({ account: 'a' }, work('a4'))).rejects.toThrow(SemaphoreFullError)
  const other = semaphore.run({ account: 'b' }, work('b1'))
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    await settled()
    end(name)
  }
  await settled()
  end('a3')
  await Promise.all([first, ...waiting, other])
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('a failing task frees its slot', async () => {
  const semaphore = createFairSemaphore(1)
  await expect(semaphore.run({ account: 'a' }, async () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )
  expect(await semaphore.run({ account: 'a' }, async () => 'next')).toBe('next')
})

test('a cancelled waiting task rejects and never starts', async () => {
  const semaphore = createFairSemaphore(1)
  const { begun, work, end } = lasting()
  const first = semaphore.run({ account: 'a' }, work('a1'))
  const controller = new AbortController()
  const second = semaphore.run({ account: 'b', signal: controller.signal }, work('b1'))
  controller.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await expect(semaphore.run({ account: 'b', signal: controller.signal }, work('b2'))).rejects.toThrow('gone')
  end('a1')
  await first
  await settled()
  expect(begun).toEqual(['a1'])
})

test('a running task finishes after its cancellation', async () => {
  const semaphore = createFairSemaphore(1)
  const { work, end } = lasting()
  const controller = new AbortController()
  const first = semaphore.run({ account: 'a', signal: controller.signal }, work('a1'))
  await settled()
  controller.abort(new Error('gone'))
  end('a1')
  expect(await first).toBe('a1')
})

test('the semaphore refuses a task when its queue is full', async () => {
  const semaphore = createFairSemaphore(1, 1)
  const { work, end } = lasting()
  const [first, second] = ['a1', 'a2'].map((name) => semaphore.run({ account: 'a' }, work(name)))
  await expect(semaphore.run({ account: 'b' }, work('b1'))).rejects.toThrow(SemaphoreFullError)
  end('a1')
  await first
  await settled()
  end('a2')
  expect(await second).toBe('a2')
})
