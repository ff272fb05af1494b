export interface DocumentLocks {
  run<Result>(documentId: number, work: () => Promise<Result>): Promise<Result>
  /**
   * Holds the locks of several documents, taken in ascending order, so that two holders of several cannot wait for each
   * other. Work under one lock must not take another one.
   */
  runAll<Result>(documentIds: readonly number[], work: () => Promise<Result>): Promise<Result>
  /** Resolves when all work known at the call has ended. */
  settled(): Promise<void>
}

/** Each id once. */
export const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** Covers one process; `postgres-locks.ts` covers several. */
export const createDocumentLocks = (): DocumentLocks => {
  const tails = new Map<number, Promise<void>>()
  const run: DocumentLocks['run'] = (documentId, work) => {
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
  }
  return {
    run,
    runAll: (documentIds, work) =>
      ascending(documentIds).reduceRight((inner, documentId) => () => run(documentId, inner), work)(),
    settled: async () => {
      await Promise.all(tails.values())
    },
  }
}
