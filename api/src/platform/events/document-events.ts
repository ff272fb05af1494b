import { randomUUID } from 'node:crypto'
import type { FileEvent } from 'shared/contract'

type LiveListener = (event: FileEvent) => void

export interface DocumentEvents {
  /** Changes with each event of the owner; opaque. */
  position(ownerId: number): string
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

/** Owners share counters, so that memory stays small. */
const COUNTERS = 4096

const createPositions = (instance: string) => {
  const counters = new Uint32Array(COUNTERS)
  let gaps = 0
  const slot = (ownerId: number) => ownerId % COUNTERS
  return {
    advance: (ownerId: number) => {
      counters[slot(ownerId)] = (counters[slot(ownerId)] ?? 0) + 1
    },
    advanceAll: () => {
      gaps += 1
    },
    read: (ownerId: number) => `${instance}.${gaps}.${counters[slot(ownerId)]}`,
  }
}

/** Covers one process; `postgres-updates.ts` connects several. */
export const createLiveUpdates = (onError: (error: unknown) => void): DocumentEvents => {
  const listeners = new Map<number, Set<LiveListener>>()
  const gaps = new Set<() => void>()
  // Differs between processes and restarts.
  const positions = createPositions(randomUUID())
  return {
    position: positions.read,
    gap: () => {
      positions.advanceAll()
      for (const onGap of [...gaps]) onGap()
    },
    publish: (ownerId, event) => {
      positions.advance(ownerId)
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
