import { availableParallelism } from 'node:os'
import { OverloadError } from '../overload/overload-error.ts'
import { askThread, endThread, type PoolThread, startThread } from './pool-thread.ts'
import { createRankQueue, type RankQueue } from './rank-queue.ts'
import {
  type RunOptions,
  type TaskRank,
  ThreadFailure,
  type ThreadTask,
  type ThreadTasks,
  taskRanks,
} from './thread-task.ts'

export interface ThreadPool extends ThreadTasks {
  /** Waits for all tasks; new ones are refused. */
  close(): Promise<void>
}

/** One for each core, at least two, and one for signatures alone. */
const SIZE = Math.max(2, availableParallelism()) + 1
const ROOM = 500
const HEAP_MB = 256

interface ThreadPoolOptions {
  readonly size?: number
  readonly room?: number
  readonly heapMb?: number
}

interface Entry {
  readonly rank: TaskRank
  begin(thread: PoolThread): Promise<void>
}

interface Outcome<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** `begin` rejects if the thread is lost. */
const createEntry = <Request extends object, Answer>(
  { name, rank, moves, timeLimit }: ThreadTask<Request, Answer>,
  request: Request,
  options: RunOptions,
  { resolve, reject }: Outcome<Answer>,
): Entry => ({
  rank,
  begin: async (thread) => {
    try {
      const answer = await askThread(thread, { name, request, moves }, options.timeLimit ?? timeLimit)
      resolve(answer as Answer)
    } catch (error) {
      // An answer about a document never depends on the load.
      const isStarved = error instanceof ThreadFailure && error.kind === 'starved'
      reject(isStarved ? new OverloadError('starved') : error)
      if (error instanceof ThreadFailure) throw error
    }
  },
})

interface Work {
  readonly queue: RankQueue<Entry>
  startNext(): void
  close(): Promise<void>
}

const createWork = (module: URL, { size, room, heapMb }: Required<ThreadPoolOptions>): Work => {
  const queue = createRankQueue<Entry>(size, room)
  const idle: PoolThread[] = []
  const underWay = new Set<Promise<void>>()
  const forget = (thread: PoolThread): void => {
    const place = idle.indexOf(thread)
    if (place >= 0) idle.splice(place, 1)
  }
  const work = async (entry: Entry): Promise<void> => {
    // Background work stays together: it keeps shaped text.
    const known = entry.rank === taskRanks.background ? idle.shift() : idle.pop()
    const thread = known ?? startThread(module, heapMb, forget)
    try {
      await entry.begin(thread)
      if (entry.rank === taskRanks.background) idle.unshift(thread)
      else idle.push(thread)
    } catch {
      await thread.worker.terminate()
    } finally {
      queue.finish(entry)
      startNext()
    }
  }
  const startNext = (): void => {
    for (let entry = queue.start(); entry !== undefined; entry = queue.start()) {
      const working = work(entry)
      underWay.add(working)
      void working.finally(() => underWay.delete(working))
    }
  }
  return {
    queue,
    startNext,
    close: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await Promise.all(idle.splice(0).map(endThread))
    },
  }
}

/** @param module calls `serveTasks` */
export const createThreadPool = (module: URL, options: ThreadPoolOptions = {}): ThreadPool => {
  const work = createWork(module, { size: SIZE, room: ROOM, heapMb: HEAP_MB, ...options })
  let closed = false
  return {
    run: async (task, request, runOptions = {}) => {
      const { signal } = runOptions
      signal?.throwIfAborted()
      if (closed) throw new Error('the threads are closed')
      return new Promise((resolve, reject) => {
        const entry = createEntry(task, request, runOptions, { resolve, reject })
        const leave = (): void => {
          if (work.queue.remove(entry)) reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        work.queue.add(entry)
        work.startNext()
      })
    },
    close: () => {
      closed = true
      return work.close()
    },
  }
}
