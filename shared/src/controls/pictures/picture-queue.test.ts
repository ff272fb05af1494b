import { createQueue } from './picture-queue.ts'

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

test('the queue runs two jobs at a time and starts the others in their order', async () => {
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

test('the queue skips a cancelled waiting job', async () => {
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

test('the queue never starts a job whose signal was aborted before', async () => {
  const { add, begun } = setUp()
  await expect(add('a', AbortSignal.abort('gone'))).rejects.toBe('gone')
  expect(begun).toEqual([])
})

test('a running job keeps its place until its end, even if its signal aborts', async () => {
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

test('a failed job frees its place, and its error goes to its caller', async () => {
  const { add, begun, end } = setUp()
  const failing = add('a')
  void add('b')
  void add('c')
  const failed = expect(failing).rejects.toThrow('damaged')
  await end('a', new Error('damaged'))
  await failed
  expect(begun).toEqual(['a', 'b', 'c'])
})
