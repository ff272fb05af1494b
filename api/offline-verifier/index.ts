export { type CheckOptions, checkEvidence, type EvidenceVerdict } from './check-evidence.ts'
export type { EvidenceFinding, EvidenceTone } from './finding.ts'
export { type EvidenceFile, readStoredZip, ZipError } from './read-zip.ts'
