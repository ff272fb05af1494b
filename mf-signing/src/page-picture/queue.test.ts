import { createQueue } from './queue.ts'

const setUp = () => {
  const queue = createQueue(2)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const add = (name: string, signal = new AbortController().signal) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return queue.add(() => {
      begun.push(name)
      return end.promise
    }, signal)
  }
  const end = async (name: string, error?: Error) => {
    const work = ends.get(name)
    if (error) work?.reject(error)
    else work?.resolve(`made ${name}`)
    await work?.promise.catch(() => undefined)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { add, begun, end }
}

test('two at once, the others in the order in which they came', async () => {
  const { add, begun, end } = setUp()
  const made = ['a', 'b', 'c', 'd'].map((name) => add(name))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  await end('d')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await expect(Promise.all(made)).resolves.toEqual(['made a', 'made b', 'made c', 'made d'])
})

test('a cancelled waiter is skipped', async () => {
  const { add, begun, end } = setUp()
  const gone = new AbortController()
  void add('a')
  void add('b')
  const dropped = add('c', gone.signal)
  void add('d')
  gone.abort()
  await expect(dropped).rejects.toBe(gone.signal.reason)
  await end('a')
  await end('b')
  expect(begun).toEqual(['a', 'b', 'd'])
})

test('a waiter that was cancelled before never starts', async () => {
  const { add, begun } = setUp()
  await expect(add('a', AbortSignal.abort('gone'))).rejects.toBe('gone')
  expect(begun).toEqual([])
})

test('losing interest in work that has begun leaves its place taken until it ends', async () => {
  const { add, begun, end } = setUp()
  const gone = new AbortController()
  const given = add('a', gone.signal)
  void add('b')
  void add('c')
  gone.abort()
  expect(begun).toEqual(['a', 'b'])
  await end('a')
  await expect(given).resolves.toBe('made a')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('work that fails makes room, and its failure goes to who asked', async () => {
  const { add, begun, end } = setUp()
  const failing = add('a')
  void add('b')
  void add('c')
  const failed = expect(failing).rejects.toThrow('damaged')
  await end('a', new Error('damaged'))
  await failed
  expect(begun).toEqual(['a', 'b', 'c'])
})
