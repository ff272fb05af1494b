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
