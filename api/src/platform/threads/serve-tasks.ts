import { parentPort } from 'node:worker_threads'
import { packMessage, sendError, type ThreadAnswer, type ToThread } from './thread-message.ts'
import type { TaskHandler, ThreadTask } from './thread-task.ts'

export type LoadHandler = () => Promise<(request: object) => object | Promise<object>>

export const serveTask = <Request extends object, Answer extends object>(
  { name }: ThreadTask<Request, Answer>,
  load: () => Promise<TaskHandler<Request, Answer>>,
): readonly [string, LoadHandler] => [
  name,
  async () => {
    const handler = await load()
    return (request) => handler(request as Request)
  },
]

const answer = async (handlers: ReadonlyMap<string, LoadHandler>, name: string, request: object) => {
  const load = handlers.get(name)
  if (load === undefined) throw new Error(`no thread does '${name}'`)
  return (await load())(request)
}

const spentTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export const serveTasks = (tasks: readonly (readonly [string, LoadHandler])[]): void => {
  const handlers = new Map(tasks)
  const send = (message: ThreadAnswer, transfer: ArrayBuffer[]): void => parentPort?.postMessage(message, transfer)
  parentPort?.on('message', async (message: ToThread) => {
    if (message === 'end') return parentPort?.close()
    const { name, request, moves } = message
    try {
      const found = await answer(handlers, name, request)
      const { message: packed, transfer } = packMessage(found, moves)
      send({ kind: 'done', answer: packed, spent: spentTime() }, transfer)
    } catch (error) {
      send({ kind: 'failed', error: sendError(error), spent: spentTime() }, [])
    }
  })
}
