export { type CheckOptions, checkEvidence, type EvidenceVerdict, type Finding, type Tone } from './check-evidence.ts'
export { type EvidenceFile, readStoredZip, ZipError } from './read-zip.ts'
