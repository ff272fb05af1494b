import { createFairQueue } from './fair-queue.ts'
import { GateFullError } from './semaphore.ts'

export interface Turn {
  readonly account: string
  /** Drops waiting work only. */
  readonly signal?: AbortSignal | undefined
}

export const turnOf = (userId: number, signal?: AbortSignal): Turn => ({ account: `user:${userId}`, signal })

/** Fair between accounts (`fair-queue.ts`). */
export interface FairGate {
  /**
   * @throws the signal's reason if aborted before
   * the start; GateFullError if the queue is full
   */
  pass<Result>(turn: Turn, run: () => Promise<Result>): Promise<Result>
}

/** @param room maximum queue length */
export const createFairGate = (slots: number, room = Number.POSITIVE_INFINITY): FairGate => {
  const queue = createFairQueue<() => void>(slots)
  const startNext = (): void => {
    for (let next = queue.start(); next !== undefined; next = queue.start()) next.entry()
  }
  const enter = ({ account, signal }: Turn): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.waiting >= room) return reject(new GateFullError(`${room} are waiting already`))
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
    pass: async (turn, run) => {
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
