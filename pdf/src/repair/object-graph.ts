import type { ObjectReader } from '../syntax/index.ts'
import { isRef, type PdfObject, type PdfRef } from '../syntax/index.ts'

/** A document as one reader understands it: where it begins, and what each reference leads to. */
export interface ObjectGraph {
  readonly root: PdfRef
  readonly info: PdfRef | undefined
  /** The part of /ID that stays with a document for life. */
  readonly permanentId: Uint8Array | undefined
  /** Null where nothing is. */
  read(target: PdfRef): PdfObject
}

/** A document cannot be written anew without guessing what it was. */
export class UnrepairableError extends Error {
  override readonly name = 'UnrepairableError'
}

const LONGEST_REFERENCE_CHAIN = 16

/** What a value stands for, over any number of references. */
export const resolveIn = (graph: Pick<ObjectGraph, 'read'>, value: PdfObject | undefined): PdfObject => {
  let current = value ?? null
  for (let step = 0; step < LONGEST_REFERENCE_CHAIN && isRef(current); step++) current = graph.read(current)
  if (isRef(current)) throw new UnrepairableError('a reference leads to a chain of references')
  return current
}

/** A graph for whoever expects the strict reader's objects. */
export const readerOf = (graph: Pick<ObjectGraph, 'read'>): ObjectReader => ({
  resolve: (object) => resolveIn(graph, object),
  get: (dict, key) => resolveIn(graph, dict.entries.get(key)),
  entry: () => undefined,
})
