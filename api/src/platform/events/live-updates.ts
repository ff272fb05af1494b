import type { FileEvent } from 'shared/contract'

type LiveListener = (event: FileEvent) => void

export interface LiveUpdates {
  /** Call after the commit. Never throws. */
  publish(ownerId: number, event: FileEvent): void
  /**
   * Receives later events only.
   * @param onGap events may be missing: reload the data
   * @returns unsubscribes
   */
  subscribe(ownerId: number, listener: LiveListener, onGap?: () => void): () => void
  /** Events may be missing. */
  gap(): void
}

/** Covers one process; `postgres-updates.ts` connects several. */
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
