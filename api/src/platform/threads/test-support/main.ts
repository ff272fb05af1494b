import { threadId } from 'node:worker_threads'
import { serve, serveTasks } from '../serve-tasks.ts'
import { crash, echo, hold, leakMemory, spin, throwCoded } from './tasks.ts'

const forever = (work: () => void): never => {
  for (;;) work()
}

serveTasks([
  serve(echo, async () => ({ bytes }) => ({ bytes, thread: threadId })),
  serve(hold, async () => ({ flag }) => {
    Atomics.wait(new Int32Array(flag), 0, 0)
    return { thread: threadId }
  }),
  serve(throwCoded, async () => ({ code }) => {
    throw Object.assign(new Error('as ordered'), { name: 'OrderedError', code })
  }),
  serve(crash, async () => () => process.exit(1)),
  serve(leakMemory, async () => () => {
    const kept: unknown[] = []
    return forever(() => void kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index }))))
  }),
  serve(spin, async () => () => forever(() => undefined)),
])
