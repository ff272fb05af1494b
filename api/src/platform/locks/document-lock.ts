export interface DocumentLocks {
  run<Result>(documentId: number, work: () => Promise<Result>): Promise<Result>
  /** Resolves when all work known at the call has ended. */
  settled(): Promise<void>
}

/** Covers one process; `postgres-locks.ts` covers several. */
export const createDocumentLocks = (): DocumentLocks => {
  const tails = new Map<number, Promise<void>>()
  return {
    run: (documentId, work) => {
      const before = tails.get(documentId) ?? Promise.resolve()
      const result = before.then(work)
      const tail = result.then(
        () => undefined,
        () => undefined,
      )
      tails.set(documentId, tail)
      void tail.then(() => {
        if (tails.get(documentId) === tail) tails.delete(documentId)
      })
      return result
    },
    settled: async () => {
      await Promise.all(tails.values())
    },
  }
}
