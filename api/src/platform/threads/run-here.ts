import type { LoadHandler } from './serve-tasks.ts'
import type { ThreadTasks } from './thread-task.ts'

/** Without threads: for the check at the start. */
export const runHere = (tasks: readonly (readonly [string, LoadHandler])[]): ThreadTasks => {
  const handlers = new Map(tasks)
  return {
    run: async ({ name }, request) => {
      const handler = await handlers.get(name)?.()
      if (handler === undefined) throw new Error(`nothing here does '${name}'`)
      return handler(request) as never
    },
  }
}
