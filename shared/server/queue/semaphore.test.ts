/** @jest-environment node */
import { createSemaphore, SemaphoreFullError } from './semaphore.ts'

const createWork = () => {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const endOf = (name: string): PromiseWithResolvers<string> => {
    const known = ends.get(name) ?? Promise.withResolvers<string>()
    ends.set(name, known)
    return known
  }
  return {
    begun,
    endOf,
    named: (name: string) => (): Promise<string> => {
      begun.push(name)
      return endOf(name).promise
    },
  }
}

test('the semaphore runs two tasks at a time and starts waiting tasks in order', async () => {
  const semaphore = createSemaphore(2)
  const work = createWork()
  const results = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(work.named(name)))
  await Promise.resolve()
  expect(work.begun).toEqual(['a', 'b'])
  work.endOf('b').resolve('B')
  await results[1]
  await Promise.resolve()
  expect(work.begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) work.endOf(name).resolve(name)
  expect(await Promise.all(results)).toEqual(['a', 'B', 'c', 'd'])
})

test('a failing task frees its slot', async () => {
  const semaphore = createSemaphore(1)
  const work = createWork()
  const first = semaphore.run(work.named('a'))
  const second = semaphore.run(work.named('b'))
  work.endOf('a').reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  work.endOf('b').resolve('b')
  expect(await second).toBe('b')
})

test('when the queue is full, the semaphore refuses a new task, which takes no slot', async () => {
  const semaphore = createSemaphore(1, 1)
  const work = createWork()
  const results = ['a', 'b'].map((name) => semaphore.run(work.named(name)))
  await expect(semaphore.run(work.named('c'))).rejects.toThrow(SemaphoreFullError)
  for (const name of ['a', 'b', 'd']) work.endOf(name).resolve(name)
  expect(await Promise.all(results)).toEqual(['a', 'b'])
  expect(await semaphore.run(work.named('d'))).toBe('d')
})
