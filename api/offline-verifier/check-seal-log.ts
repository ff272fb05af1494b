import type { LogEntry } from 'shared/contract/evidence-log'
import { describeInclusion, type SealedEntry } from 'shared/contract/transparency-log'
import type { EvidenceFile, EvidenceFinding } from './finding.ts'

const sha256In = (data: string): unknown => {
  const facts: unknown = JSON.parse(data)
  return typeof facts === 'object' && facts !== null && 'sha256' in facts ? facts.sha256 : undefined
}

/** The proof is that of another document, or of none that was completed, unless the log of this one has its facts. */
const isIn =
  (log: readonly LogEntry[]) =>
  (entry: SealedEntry): boolean =>
    log.some(
      ({ kind, hash, document_id, happened_at, data }) =>
        kind === 'document-completed' &&
        hash === entry.logHead &&
        document_id === entry.documentId &&
        happened_at === entry.completedAt &&
        sha256In(data) === entry.sha256,
    )

/** @param policy that the page trusts; empty if it knows no log @returns undefined without a proof */
export const judgeSealLog = async (
  file: EvidenceFile | undefined,
  log: readonly LogEntry[],
  policy: string,
): Promise<EvidenceFinding | undefined> => {
  if (file === undefined) return undefined
  const words = await describeInclusion(new TextDecoder().decode(file.bytes), isIn(log), policy)
  return { ...words, file: file.name }
}
