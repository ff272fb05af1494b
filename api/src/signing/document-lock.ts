/** Runs one thing at a time per document: whoever changes its fields or its bytes waits for its turn. */
export interface DocumentLocks {
  run<Result>(documentId: number, work: () => Promise<Result>): Promise<Result>
  /** Resolves when nothing that was running or waiting at the moment of the call is under way any more. */
  settled(): Promise<void>
}

/** Locks within this process; those of several processes are the database's (`postgres-locks.ts`). */
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
