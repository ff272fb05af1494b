import { type LogCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { parseInclusion } from './log-inclusion.ts'
import { leafHashOf, rootOfInclusion } from './merkle.ts'
import { judgeKey, type NoteCrypto, parseNote } from './note.ts'
import { meetsQuorum, type WitnessPolicy } from './policy.ts'

export interface CheckpointWitness {
  readonly name: string
  /** When it had seen no larger tree: seconds since the epoch. */
  readonly time: number
}

export type CheckpointFault = 'unreadable' | 'unknown-log' | 'false-signature'

export type CheckpointJudgement =
  | {
      readonly kind: 'signed'
      readonly checkpoint: LogCheckpoint
      readonly witnesses: readonly CheckpointWitness[]
      /** As many witnesses signed as the policy asks for, and it asks for one at least. */
      readonly isWitnessed: boolean
    }
  | { readonly kind: 'refused'; readonly fault: CheckpointFault }

const refused = (fault: CheckpointFault) => ({ kind: 'refused', fault }) as const

/** The signature of a listed log is required; those of witnesses are counted. */
export const judgeCheckpoint = async (
  signedNote: string,
  policy: WitnessPolicy,
  crypto: NoteCrypto,
): Promise<CheckpointJudgement> => {
  const note = parseNote(signedNote)
  const checkpoint = note && parseCheckpoint(note.text)
  if (note === undefined || checkpoint === undefined) return refused('unreadable')
  const log = policy.logs.find(({ key }) => key.name === checkpoint.origin)
  if (log === undefined) return refused('unknown-log')
  if ((await judgeKey(note, log.key, crypto)).kind !== 'true') return refused('false-signature')
  const witnesses: CheckpointWitness[] = []
  for (const { name, key } of policy.witnesses) {
    const found = await judgeKey(note, key, crypto)
    if (found.kind === 'false') return refused('false-signature')
    if (found.kind === 'true') witnesses.push({ name, time: found.time ?? 0 })
  }
  const isWitnessed = meetsQuorum(policy, new Set(witnesses.map(({ name }) => name)))
  return { kind: 'signed', checkpoint, witnesses, isWitnessed }
}

export type InclusionJudgement =
  | (Extract<CheckpointJudgement, { kind: 'signed' }> & { readonly index: number })
  | { readonly kind: 'refused'; readonly fault: CheckpointFault | 'not-included' }

/**
 * Whether the checkpoint of a proof holds an entry.
 * @param entryOf computes the entry from the proof's extra data, which alone proves nothing; undefined if it does not fit
 */
export const judgeInclusion = async (
  text: string,
  entryOf: (extra: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | undefined>,
  policy: WitnessPolicy,
  crypto: NoteCrypto,
): Promise<InclusionJudgement> => {
  const inclusion = parseInclusion(text)
  if (inclusion === undefined) return refused('unreadable')
  const { index, proof, checkpoint: signedNote } = inclusion
  const judged = await judgeCheckpoint(signedNote, policy, crypto)
  if (judged.kind === 'refused') return judged
  const entry = await entryOf(inclusion.extra)
  if (entry === undefined) return { kind: 'refused', fault: 'not-included' }
  const { size, root: stated } = judged.checkpoint
  const leaf = await leafHashOf(entry, crypto.sha256)
  const root = await rootOfInclusion({ index, size, leaf, proof }, crypto.sha256)
  const isIncluded = root?.every((byte, position) => byte === stated[position]) === true
  return isIncluded ? { ...judged, index } : { kind: 'refused', fault: 'not-included' }
}
