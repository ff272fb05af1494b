import fc from 'fast-check'
import { createDocumentLocks } from './document-lock.ts'

test('the lock runs the tasks of one document in order, and other documents do not wait', async () => {
  const locks = createDocumentLocks()
  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = locks.run(1, async () => {
    await gate.promise
    steps.push('first')
  })
  const second = locks.run(1, async () => steps.push('second'))
  await locks.run(2, async () => steps.push('other'))
  expect(steps).toEqual(['other'])
  gate.resolve()
  await Promise.all([first, second])
  expect(steps).toEqual(['other', 'first', 'second'])
})

test('a failed task rejects for its caller and does not block the next task', async () => {
  const locks = createDocumentLocks()
  const failing = locks.run(1, async () => {
    throw new Error('no')
  })
  const next = locks.run(1, async () => 'sí')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('sí')
})

test('settled waits for the running task', async () => {
  const locks = createDocumentLocks()
  const gate = Promise.withResolvers<void>()
  let done = false
  void locks.run(1, async () => {
    await gate.promise
    done = true
  })
  const settled = locks.settled()
  gate.resolve()
  await settled
  expect(done).toBe(true)
})

test('holders of several locks never overlap on a document, and never wait for each other in a circle', async () => {
  const idLists = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(idLists, async (lists) => {
      const locks = createDocumentLocks()
      const held = new Set<number>()
      const hold = (ids: readonly number[]) => async () => {
        const own = new Set(ids)
        expect([...own].filter((id) => held.has(id))).toEqual([])
        for (const id of own) held.add(id)
        await new Promise(setImmediate)
        for (const id of own) held.delete(id)
        return own.size
      }
      const done = await Promise.all(
        lists.flatMap((ids) => [locks.runAll(ids, hold(ids)), locks.run(ids[0] ?? 1, hold([ids[0] ?? 1]))]),
      )
      expect(done).toHaveLength(lists.length * 2)
    }),
    { numRuns: 50 },
  )
})
