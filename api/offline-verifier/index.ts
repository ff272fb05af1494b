export {
  type CheckOptions,
  checkEvidence,
  type EvidenceFinding,
  type EvidenceTone,
  type EvidenceVerdict,
} from './check-evidence.ts'
export { type EvidenceFile, readStoredZip, ZipError } from './read-zip.ts'
