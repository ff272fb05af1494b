import { createFairQueue, shareOf } from './fair-queue.ts'

export interface RunSemaphore {
  run<T>(run: () => Promise<T>): Promise<T>
}

/** The queue is full; temporary. */
export class SemaphoreFullError extends Error {
  override readonly name = 'SemaphoreFullError'
}

export interface QueueTurn {
  readonly account: string
  /** Drops waiting work only. */
  readonly signal?: AbortSignal | undefined
}

export const turnOf = (userId: number, signal?: AbortSignal): QueueTurn => ({ account: `user:${userId}`, signal })

/** Fair between accounts (`fair-queue.ts`). */
export interface FairSemaphore {
  /**
   * @throws the signal's reason if aborted before
   * the start; SemaphoreFullError if the queue is full
   */
  run<Result>(turn: QueueTurn, run: () => Promise<Result>): Promise<Result>
}

/**
 * @param room maximum queue length
 * @param share slots of one account
 * @param roomEach maximum queue length of one account
 */
export const createFairSemaphore = (
  slots: number,
  room = Number.POSITIVE_INFINITY,
  share = shareOf(slots),
  roomEach = room,
): FairSemaphore => {
  const queue = createFairQueue<() => void>(slots, share)
  const startNext = (): void => {
    for (let next = queue.start(); next !== undefined; next = queue.start()) next.entry()
  }
  const enter = ({ account, signal }: QueueTurn): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.waiting >= room) return reject(new SemaphoreFullError(`${room} are waiting already`))
      if (queue.waitingOf(account) >= roomEach)
        return reject(new SemaphoreFullError(`${roomEach} of one account are waiting already`))
      const begin = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        if (queue.remove(account, begin)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(account, begin)
      startNext()
    })
  return {
    run: async (turn, run) => {
      turn.signal?.throwIfAborted()
      await enter(turn)
      try {
        return await run()
      } finally {
        queue.finish(turn.account)
        startNext()
      }
    },
  }
}

/**
 * First come, first served: a fair semaphore with one account.
 * @param room maximum queue length
 * @throws SemaphoreFullError from `run`
 */
export const createSemaphore = (slots: number, room = Number.POSITIVE_INFINITY): RunSemaphore => {
  const semaphore = createFairSemaphore(slots, room, slots)
  return { run: (run) => semaphore.run({ account: 'all' }, run) }
}
