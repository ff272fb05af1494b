import { type Clock, HOUR_MS } from '../../platform/clock.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'

/** More are left to the round over all files. */
const WAITING_MAX = 10_000
/** Milliseconds for the row of stored bytes to follow. */
const ROW_WITHIN = HOUR_MS

export interface WaitingCopies {
  first(limit: number): string[]
  /** @param isKnown a row needs it: nothing is left to wait for */
  done(sha256: string, isKnown: boolean): void
  /** Remembers what is stored; the caller does not wait. */
  watch(files: BlobStore): BlobStore
}

/** What this process stored since it looked last. A killed one forgets it, and the round over all files finds it. */
export const createWaitingCopies = (clock: Clock): WaitingCopies => {
  const waiting = new Map<string, number>()
  const add = (sha256: string): void => {
    if (waiting.size < WAITING_MAX) waiting.set(sha256, clock())
  }
  return {
    first: (limit) => [...waiting.keys()].slice(0, limit),
    done: (sha256, isKnown) => {
      if (isKnown || clock() - (waiting.get(sha256) ?? 0) >= ROW_WITHIN) waiting.delete(sha256)
    },
    watch: (files) => ({
      ...files,
      receive: async (chunks, maxBytes) => {
        const received = await files.receive(chunks, maxBytes)
        if (received.kind !== 'complete') return received
        const { blob } = received
        return { kind: 'complete', blob: { ...blob, keep: () => blob.keep().then(() => add(blob.sha256)) } }
      },
      put: async (bytes) => {
        const stored = await files.put(bytes)
        add(stored.sha256)
        return stored
      },
    }),
  }
}
