import { taskHandlers } from '../../src/app/task-handlers.ts'
import { runHere } from '../../src/platform/threads/run-here.ts'
import { createThreadPool, type ThreadPool } from '../../src/platform/threads/thread-pool.ts'
import type { ThreadTasks } from '../../src/platform/threads/thread-task.ts'

let pool: ThreadPool | undefined
export const sharedThreads = (): ThreadPool => {
  pool ??= createThreadPool(new URL('../../src/app/thread.ts', import.meta.url))
  return pool
}

const here = runHere(taskHandlers)
const hostile = new Set([
  'draw-first-page',
  'draw-own-page',
  'etsi-report',
  'find-places',
  'inspect',
  'inspect-annotated',
  'judge',
  'judge-copy',
  'pictures',
  'verify',
])

/** As a server has them, but signs without a thread to start. */
export const testThreads: ThreadTasks = {
  run: (task, request, options) => (hostile.has(task.name) ? sharedThreads() : here).run(task, request, options),
}

/** Real threads; `before` may wait or fail. */
export const watchedThreads = (before: (name: string, request: object) => void | Promise<void>): ThreadTasks => ({
  run: async (task, request, options) => {
    await before(task.name, request)
    return sharedThreads().run(task, request, options)
  },
})
