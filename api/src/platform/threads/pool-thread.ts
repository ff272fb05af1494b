import { Worker } from 'node:worker_threads'
import { errorCode } from 'shared/server'
import { SECOND_MS } from '../clock.ts'
import { limitTaskTime, threadTime } from '../overload/time-limit.ts'
import { packMessage, receiveError, type ThreadAnswer, type ThreadRequest, type ToThread } from './thread-message.ts'
import { ThreadFailure } from './thread-task.ts'

/** Before termination. */
const END_GRACE = 2 * SECOND_MS

export interface PoolThread {
  readonly worker: Worker
  /** CPU milliseconds by the end of its last task. */
  spent: number
}

export const startThread = (module: URL, heapMb: number, onExit: (thread: PoolThread) => void): PoolThread => {
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
  const thread = { worker, spent: 0 }
  // Idle threads do not keep the process alive or crash it.
  worker.unref()
  worker.on('error', () => undefined)
  worker.once('exit', () => onExit(thread))
  return thread
}

/** After ThreadFailure the thread is unusable. */
export const askThread = (thread: PoolThread, request: ThreadRequest, timeLimit: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { worker } = thread
    const settle = (act: () => void): void => {
      stopWatching()
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const fail = (kind: ThreadFailure['kind'], cause?: unknown): void =>
      settle(() => reject(new ThreadFailure(kind, { cause })))
    const onMessage = ({ spent, ...message }: ThreadAnswer): void => {
      thread.spent = spent
      settle(() => (message.kind === 'done' ? resolve(message.answer) : reject(receiveError(message.error))))
    }
    const onError = (error: unknown): void =>
      fail(errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', error)
    const onExit = (): void => fail('broken')
    const stopWatching = limitTaskTime(threadTime(worker, thread.spent), timeLimit, (ending) =>
      fail(ending === 'spent' ? 'time' : ending),
    )
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    try {
      const { message, transfer } = packMessage(request.request, request.moves)
      worker.postMessage({ ...request, request: message } satisfies ToThread, transfer)
    } catch (error) {
      settle(() => reject(error))
    }
  })

/** Asks an idle thread first: terminating a busy one has crashed the process. */
export const endThread = ({ worker }: PoolThread): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => worker.terminate(), END_GRACE)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    worker.ref()
    worker.postMessage('end' satisfies ToThread)
  })
