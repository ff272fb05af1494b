import { Worker } from 'node:worker_threads'
import { crash, echo, hold, leakMemory, slowHold, spin, throwCoded, urgentHold } from './test-support/tasks.ts'
import { createThreadPool, type ThreadPool } from './thread-pool.ts'

const MODULE = new URL('./test-support/main.ts', import.meta.url)

const pools: ThreadPool[] = []
const open = (options: Parameters<typeof createThreadPool>[1] = {}): ThreadPool => {
  const pool = createThreadPool(MODULE, { size: 1, heapMb: 32, ...options })
  pools.push(pool)
  return pool
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
  jest.restoreAllMocks()
})

const createFlag = () => {
  const flag = new SharedArrayBuffer(4)
  const release = (): void => {
    Atomics.store(new Int32Array(flag), 0, 1)
    Atomics.notify(new Int32Array(flag), 0)
  }
  return { flag, release }
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))

test('the pool transfers bytes to the thread and back', async () => {
  const bytes = bytesOf('document')
  const answer = await open().run(echo, { bytes })
  expect(Buffer.from(answer.bytes).toString()).toBe('document')
  expect(bytes.length).toBe(0)
})

test('the pool sends only the bytes of a view and leaves the larger buffer intact', async () => {
  const slab = Buffer.from('secret document secret')
  const answer = await open().run(echo, { bytes: slab.subarray(7, 15) })
  expect(Buffer.from(answer.bytes.buffer).toString()).toBe('document')
  expect(slab.toString()).toBe('secret document secret')
})

test('a signing task runs before file and background tasks that were queued earlier', async () => {
  const pool = open()
  const { flag, release } = createFlag()
  const ended: string[] = []
  const run = (name: string, task: typeof hold) => pool.run(task, { flag }).then(() => ended.push(name))
  const all = [run('first', hold), run('background', slowHold), run('file', hold), run('signature', urgentHold)]
  release()
  await Promise.all(all)
  expect(ended).toEqual(['first', 'signature', 'file', 'background'])
})

test('long tasks leave a thread free for signatures', async () => {
  const pool = open({ size: 3 })
  const { flag, release } = createFlag()
  const held = [slowHold, slowHold, slowHold, hold, hold].map((task) => pool.run(task, { flag }))
  const urgent = createFlag()
  urgent.release()
  await pool.run(urgentHold, { flag: urgent.flag })
  release()
  await Promise.all(held)
})

const failure = (kind: string) => ({ name: 'ThreadFailure', kind })

test.each([
  ['memory', leakMemory, failure('memory')],
  ['broken', crash, failure('broken')],
  // A busy machine gives it no time to spend.
  ['time', spin, { name: expect.stringMatching(/^(ThreadFailure|OverloadError)$/) }],
])('a thread that ends (%s) fails only its own task, and a new thread replaces the thread', async (_, task, error) => {
  const pool = open({ size: 2 })
  const { flag, release } = createFlag()
  const other = pool.run(urgentHold, { flag })
  await expect(pool.run(task, {})).rejects.toMatchObject(error)
  await expect(pool.run(echo, { bytes: bytesOf('next') })).resolves.toBeDefined()
  release()
  await expect(other).resolves.toBeDefined()
})

test('a task that the machine leaves without processor time is overload, and a new thread replaces the thread', async () => {
  const pool = open({ size: 2 })
  const { flag, release } = createFlag()
  const waiting = pool.run(hold, { flag }, { timeLimit: 1000 })
  await expect(waiting).rejects.toMatchObject({ name: 'OverloadError', reason: 'starved' })
  await expect(pool.run(echo, { bytes: bytesOf('next') })).resolves.toBeDefined()
  release()
})

test('an error keeps its code, and the same thread runs the next task', async () => {
  const pool = open()
  const { thread } = await pool.run(echo, { bytes: bytesOf('a') })
  await expect(pool.run(throwCoded, { code: 'ENOENT' })).rejects.toMatchObject({ name: 'OrderedError', code: 'ENOENT' })
  expect(await pool.run(echo, { bytes: bytesOf('b') })).toMatchObject({ thread })
})

test('a task that cannot be cloned fails alone', async () => {
  const pool = open()
  await expect(pool.run(hold, { flag: (() => undefined) as never })).rejects.toThrow('could not be cloned')
  await expect(pool.run(echo, { bytes: bytesOf('next') })).resolves.toBeDefined()
})

test('the pool refuses a task when its queue is full', async () => {
  const pool = open({ room: 1 })
  const { flag, release } = createFlag()
  const taken = [pool.run(hold, { flag }), pool.run(hold, { flag })]
  await expect(pool.run(urgentHold, { flag })).rejects.toMatchObject({ name: 'OverloadError', reason: 'queue' })
  release()
  await Promise.all(taken)
})

test('a waiting task can be cancelled, and a running task finishes', async () => {
  const pool = open()
  const { flag, release } = createFlag()
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = pool.run(hold, { flag }, running)
  const second = pool.run(hold, { flag }, waiting)
  for (const each of [running, waiting]) each.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  release()
  await expect(first).resolves.toBeDefined()
  await expect(pool.run(hold, { flag }, waiting)).rejects.toMatchObject({ name: 'AbortError' })
})

test('closing the pool finishes running and waiting tasks without terminating threads', async () => {
  const terminate = jest.spyOn(Worker.prototype, 'terminate')
  const pool = open()
  const { flag, release } = createFlag()
  const all = [pool.run(hold, { flag }), pool.run(hold, { flag })]
  const closing = pool.close()
  await expect(pool.run(hold, { flag })).rejects.toThrow('closed')
  release()
  await closing
  await expect(Promise.all(all)).resolves.toHaveLength(2)
  expect(terminate).not.toHaveBeenCalled()
})
