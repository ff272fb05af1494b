export { checkpointText, type LogCheckpoint, parseCheckpoint } from './checkpoint.ts'
export { describeInclusion, type InclusionWords } from './describe-inclusion.ts'
export {
  type CheckpointFault,
  type CheckpointJudgement,
  type CheckpointWitness,
  type InclusionJudgement,
  judgeCheckpoint,
  judgeInclusion,
} from './judge-checkpoint.ts'
export { formatInclusion, type LogInclusion, parseInclusion } from './log-inclusion.ts'
export {
  consistencyRanges,
  type EntryRange,
  emptyRoot,
  type HashBytes,
  inclusionRanges,
  isExtension,
  leafHashOf,
  rootOfHashes,
  rootOfInclusion,
  rootOfRange,
} from './merkle.ts'
export {
  cosignatureOf,
  cosignedBytes,
  formatNote,
  formatNoteKey,
  formatSignature,
  judgeKey,
  LOG_KEY,
  type NoteCrypto,
  type NoteKey,
  type NoteSignature,
  noteKeyOf,
  parseNote,
  parseNoteKey,
  parseSignatures,
  readBase64,
  type SignatureFinding,
  type SignedNote,
  WITNESS_KEY,
} from './note.ts'
export { meetsQuorum, type PolicyReading, parsePolicy, type WitnessPolicy } from './policy.ts'
export { commitmentOf, parseSealedEntry, type SealedEntry, sealedEntryText } from './sealed-entry.ts'
