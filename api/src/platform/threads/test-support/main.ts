import { threadId } from 'node:worker_threads'
import { serveTask, serveTasks } from '../serve-tasks.ts'
import { crash, echo, hold, leakMemory, spin, throwCoded } from './tasks.ts'

const forever = (work: () => void): never => {
  for (;;) work()
}

serveTasks([
  serveTask(echo, async () => ({ bytes }) => ({ bytes, thread: threadId })),
  serveTask(hold, async () => ({ flag }) => {
    Atomics.wait(new Int32Array(flag), 0, 0)
    return { thread: threadId }
  }),
  serveTask(throwCoded, async () => ({ code }) => {
    throw Object.assign(new Error('as ordered'), { name: 'OrderedError', code })
  }),
  serveTask(crash, async () => () => process.exit(1)),
  serveTask(leakMemory, async () => () => {
    const kept: unknown[] = []
    return forever(() => void kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index }))))
  }),
  serveTask(spin, async () => () => forever(() => undefined)),
])
