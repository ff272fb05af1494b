import type { FileEvent } from 'shared/contract'

export type LiveListener = (event: FileEvent) => void

/** Tells whoever is looking at an account's documents that one of them is not what it was. */
export interface LiveUpdates {
  /** Called once the transaction is committed, so that whoever asks again sees what happened. Never throws. */
  publish(ownerId: number, event: FileEvent): void
  /**
   * Hears of everything from now on, until what it answers is called. What was published before is gone. `onGap`:
   * something may have been missed; whoever watches asks for everything anew.
   */
  subscribe(ownerId: number, listener: LiveListener, onGap?: () => void): () => void
  /** Tells everybody who watches that something may have been missed. */
  gap(): void
}

/** Updates within this process; those of several processes go through the database (`postgres-updates.ts`). */
export const createLiveUpdates = (onError: (error: unknown) => void): LiveUpdates => {
  const listeners = new Map<number, Set<LiveListener>>()
  const gaps = new Set<() => void>()
  return {
    gap: () => {
      for (const tell of [...gaps]) tell()
    },
    publish: (ownerId, event) => {
      for (const listener of [...(listeners.get(ownerId) ?? [])])
        try {
          listener(event)
        } catch (error) {
          // What is announced has happened already: it cannot fail for somebody who only watches.
          onError(error)
        }
    },
    subscribe: (ownerId, listener, onGap) => {
      const others = listeners.get(ownerId) ?? new Set()
      listeners.set(ownerId, others.add(listener))
      if (onGap !== undefined) gaps.add(onGap)
      return () => {
        if (onGap !== undefined) gaps.delete(onGap)
        others.delete(listener)
        if (others.size === 0 && listeners.get(ownerId) === others) listeners.delete(ownerId)
      }
    },
  }
}
