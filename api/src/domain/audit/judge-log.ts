import {
  BEFORE_THE_FIRST,
  batchText,
  type HeadFault,
  judgeEnd,
  type LogBatch,
  type LogEntry,
  type LogFault,
  leafText,
  namesEntry,
  PathSchema,
  type ProofPath,
  rootOfPath,
  verifyLog,
} from 'shared/contract/evidence-log'
import { hashHex } from 'shared/server'
import * as v from 'valibot'
import type { LogAnchorTable, LogBatchTable } from '../../platform/database/schema.ts'
import type { EvidenceVerifier } from '../pki/evidence-keys.ts'
import { judgeSignature, type StoredHead } from './log-authority.ts'

/** A log and what proves it: signed head, anchors in time-stamped batches, and heads named by seals. */
export interface StoredLog {
  readonly entries: readonly LogEntry[]
  readonly head: StoredHead | undefined
  readonly anchors: readonly (LogAnchorTable & { readonly signed: LogBatchTable | undefined })[]
  readonly sealed: readonly string[]
}

export type StoredLogFault = LogFault | HeadFault

const isSigned = (keys: EvidenceVerifier, batch: LogBatch & { key: string; signature: string }): boolean =>
  keys.holds(batchText(batch), batch)

const judgeAnchor = async (
  keys: EvidenceVerifier,
  entries: readonly LogEntry[],
  { signed, path, ...anchor }: StoredLog['anchors'][number],
): Promise<HeadFault | undefined> => {
  const fault: HeadFault = { kind: 'anchor', number: anchor.number }
  if (signed === undefined || !isSigned(keys, signed) || !namesEntry(entries, anchor)) return fault
  const steps = parsePath(path)
  if (steps === undefined) return fault
  return (await rootOfPath(hashHex(leafText(anchor)), steps, hashHex)) === signed.root ? undefined : fault
}

/** Undefined for a damaged path: that is a finding, not an error. */
export const parsePath = (path: string): ProofPath | undefined => {
  try {
    return v.parse(PathSchema, JSON.parse(path))
  } catch {
    return undefined
  }
}

/**
 * Verifies chain, head, seals and anchors, in this order.
 *
 * @returns the first fault, undefined for a whole log
 */
export const judgeLog = async (
  keys: EvidenceVerifier,
  { entries, head, anchors, sealed }: StoredLog,
): Promise<StoredLogFault | undefined> => {
  const chain = await verifyLog(entries, hashHex)
  if (chain.kind === 'altered') return chain.fault
  const signature = judgeSignature(keys, head)
  if (signature !== undefined || head === undefined) return signature ?? { kind: 'no-head' }
  const end = judgeEnd(entries, head)
  if (end !== undefined) return end
  const hashes = new Set(entries.map(({ hash }) => hash))
  if (sealed.some((hash) => hash !== BEFORE_THE_FIRST && !hashes.has(hash))) return { kind: 'seal' }
  for (const anchor of anchors) {
    const fault = await judgeAnchor(keys, entries, anchor)
    if (fault !== undefined) return fault
  }
  return undefined
}
