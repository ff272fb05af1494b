import { type InflateData, openPdf } from 'pdf'
import { type AnnotationCounts, compareAnnotated } from 'pdf/annotate'
import { inspectForSigning } from 'pdf/screen'
import { explainFindings } from './explain-findings.ts'

/** `detail` is for the log, `found` for the person. */
export type DocumentWithAnnotations =
  | ({ readonly kind: 'annotated' } & AnnotationCounts)
  | {
      readonly kind: 'refused'
      readonly detail: string
      readonly found?: string
    }

/**
 * Screens a revision like an upload and compares it with its base.
 * Never throws if the bytes begin with a stored revision.
 * @param baseSize bytes
 */
export const inspectAnnotated = async (
  bytes: Uint8Array,
  baseSize: number,
  inflate: InflateData,
): Promise<DocumentWithAnnotations> => {
  const inspection = await inspectForSigning(bytes, inflate, new Date())
  if (inspection.kind === 'refused') {
    const { problem, details } = explainFindings(inspection)
    return { kind: 'refused', detail: details, found: problem.message }
  }
  if (inspection.kind === 'unsupported') return { kind: 'refused', detail: inspection.detail }
  const base = openPdf(bytes.subarray(0, baseSize), { inflate })
  const comparison = compareAnnotated(base, openPdf(bytes, { inflate }))
  if (comparison.kind === 'other') return { kind: 'refused', detail: comparison.detail }
  const { added, changed, removed } = comparison
  return { kind: 'annotated', added, changed, removed }
}
