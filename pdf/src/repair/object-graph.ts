import type { ObjectReader } from '../syntax/index.ts'
import { isRef, type PdfObject, type PdfRef } from '../syntax/index.ts'

/** A document as one reader understands it. */
export interface ObjectGraph {
  readonly root: PdfRef
  readonly info: PdfRef | undefined
  /** First part of /ID. */
  readonly permanentId: Uint8Array | undefined
  /** Null for a missing object. */
  read(target: PdfRef): PdfObject
}

/** Rewriting the document would need guesses. */
export class UnrepairableError extends Error {
  override readonly name = 'UnrepairableError'
}

/** References to references; a loop would never end. */
const LONGEST_REFERENCE_CHAIN = 16

/** @throws UnrepairableError */
export const resolveIn = (graph: Pick<ObjectGraph, 'read'>, value: PdfObject | undefined): PdfObject => {
  let current = value ?? null
  for (let step = 0; step < LONGEST_REFERENCE_CHAIN && isRef(current); step++) current = graph.read(current)
  if (isRef(current)) throw new UnrepairableError('a reference leads to a chain of references')
  return current
}

export const readerOf = (graph: Pick<ObjectGraph, 'read'>): ObjectReader => ({
  resolve: (object) => resolveIn(graph, object),
  get: (dict, key) => resolveIn(graph, dict.entries.get(key)),
  entry: () => undefined,
})
