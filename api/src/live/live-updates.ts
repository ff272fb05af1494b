import type { FileEvent } from 'shared/contract'

export type LiveListener = (event: FileEvent) => void

/** Tells whoever is looking at an account's documents that one of them is not what it was. */
export interface LiveUpdates {
  /** Called once the transaction is committed, so that whoever asks again sees what happened. Never throws. */
  publish(ownerId: number, event: FileEvent): void
  /** Hears of everything from now on, until what it answers is called. What was published before is gone. */
  subscribe(ownerId: number, listener: LiveListener): () => void
}

/** Updates within this process; several processes will need the database's `NOTIFY` behind the same port. */
export const createLiveUpdates = (onError: (error: unknown) => void): LiveUpdates => {
  const listeners = new Map<number, Set<LiveListener>>()
  return {
    publish: (ownerId, event) => {
      for (const listener of [...(listeners.get(ownerId) ?? [])])
        try {
          listener(event)
        } catch (error) {
          // What is announced has happened already: it cannot fail for somebody who only watches.
          onError(error)
        }
    },
    subscribe: (ownerId, listener) => {
      const others = listeners.get(ownerId) ?? new Set()
      listeners.set(ownerId, others.add(listener))
      return () => {
        others.delete(listener)
        if (others.size === 0 && listeners.get(ownerId) === others) listeners.delete(ownerId)
      }
    },
  }
}
