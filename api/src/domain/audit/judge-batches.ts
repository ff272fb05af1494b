import { BEFORE_THE_FIRST, batchText, leafText, rootOfPath } from 'shared/contract/evidence-log'
import { hashHex } from 'shared/server'
import type { ErasedAnchorTable, LogAnchorTable, LogBatchTable } from '../../platform/database/schema.ts'
import type { EvidenceVerifier } from '../pki/evidence-keys.ts'
import { parsePath } from './judge-log.ts'

/** `erased`: heads of erased documents. */
export interface StoredBatch extends LogBatchTable {
  readonly anchors: readonly LogAnchorTable[]
  readonly erased: readonly Pick<ErasedAnchorTable, 'leaf' | 'path'>[]
}

const leavesOf = ({ anchors, erased }: StoredBatch): Map<string, string> =>
  new Map([
    ...anchors.map((anchor) => [hashHex(leafText(anchor)), anchor.path] as const),
    ...erased.map(({ leaf, path }) => [leaf, path] as const),
  ])

/** Requires as many distinct leaves as the batch states. */
const holdsTree = async (batch: StoredBatch): Promise<boolean> => {
  const leaves = leavesOf(batch)
  if (leaves.size !== batch.documents) return false
  for (const [leaf, path] of leaves) {
    const steps = parsePath(path)
    if (steps === undefined || (await rootOfPath(leaf, steps, hashHex)) !== batch.root) return false
  }
  return true
}

/** Each batch names its predecessor and its size. @param batches in order */
export const judgeBatches = async (
  keys: EvidenceVerifier,
  batches: readonly StoredBatch[],
): Promise<number | undefined> => {
  let previous = BEFORE_THE_FIRST
  for (const [index, batch] of batches.entries()) {
    const isWhole = batch.number === index + 1 && batch.previous === previous && (await holdsTree(batch))
    if (!isWhole || !keys.holds(batchText(batch), batch)) return index + 1
    previous = hashHex(batchText(batch))
  }
  return undefined
}
