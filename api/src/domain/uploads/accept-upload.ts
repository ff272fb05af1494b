import type { RewritePurpose } from 'pdf/repair'
import type { Finding } from 'pdf/screen'
import type { Rewrite } from 'shared/contract'
import type { Turn } from '../../platform/overload/semaphore.ts'
import type { Services } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { explainFindings } from '../screening/explain-findings.ts'
import type { Inspection } from '../screening/inspection.ts'

export interface AcceptedUpload {
  readonly blob: IncomingBlob
  /** The upload, if `blob` is a repaired copy. */
  readonly original: IncomingBlob | undefined
  readonly rewritten: Rewrite | null
  readonly pages: number
  readonly signatures: number
  readonly removed: readonly Finding[]
  /** Some readers will not show signature drawings. */
  readonly hidesDrawings: boolean
}

export interface GivenUpload {
  readonly blob: IncomingBlob
  readonly clean: boolean
  readonly turn: Turn
}

type Uses = Pick<Services, 'inspectPdf' | 'rewritePdf' | 'clock'>
type Refused = Exclude<Inspection, { kind: 'signable' }>
type Signable = Extract<Inspection, { kind: 'signable' }>

const refusalOf = (inspection: Refused, canClean: boolean, now: number): FileRefusal => {
  switch (inspection.kind) {
    case 'refused': {
      const { problem, details } = explainFindings(inspection.findings, canClean)
      return new FileRefusal(problem, now, { details, canClean })
    }
    case 'unsupported':
      return new FileRefusal(
        inspection.remedy === 'none' ? fileProblems.signedUnsupported : fileProblems.unsupported,
        now,
        {
          details: inspection.detail,
        },
      )
    case 'exhausted':
      return new FileRefusal(fileProblems.tooComplex, now)
  }
}

/** Undefined if the copy cannot be signed. */
const rewrite = async (
  { inspectPdf, rewritePdf }: Uses,
  upload: IncomingBlob,
  purpose: RewritePurpose,
  turn: Turn,
): Promise<(Signable & { readonly blob: IncomingBlob }) | undefined> => {
  const blob = await rewritePdf(upload, purpose, turn)
  if (blob === undefined) return undefined
  let inspection: Inspection | undefined
  try {
    inspection = await inspectPdf(blob.path, turn)
  } finally {
    if (inspection?.kind !== 'signable') await blob.discard()
  }
  return inspection.kind === 'signable' ? { ...inspection, blob } : undefined
}

/**
 * Stores a signable file unchanged; repairs a damaged one and
 * keeps both. Removes active content only with consent.
 * @throws FileRefusal describing the uploaded file
 */
export const acceptUpload = async (uses: Uses, given: GivenUpload): Promise<AcceptedUpload> => {
  const { blob: upload, clean, turn } = given
  const inspection = await uses.inspectPdf(upload.path, turn)
  if (inspection.kind === 'signable') {
    const { pages, signatures, hidesDrawings = false } = inspection
    return { blob: upload, original: undefined, rewritten: null, pages, signatures, removed: [], hidesDrawings }
  }
  const refusal = (canClean: boolean): FileRefusal => refusalOf(inspection, canClean, uses.clock())
  if (inspection.kind === 'exhausted' || inspection.remedy === 'none') throw refusal(false)
  const copy = await rewrite(uses, upload, inspection.remedy, turn)
  if (copy === undefined) throw refusal(false)
  const { blob, pages, signatures, hidesDrawings = false } = copy
  if (inspection.remedy === 'repair') {
    return { blob, original: upload, rewritten: 'normalised', pages, signatures, removed: [], hidesDrawings }
  }
  if (!clean) {
    await blob.discard()
    throw refusal(true)
  }
  const removed = inspection.kind === 'refused' ? inspection.findings : []
  return { blob, original: undefined, rewritten: 'cleaned', pages, signatures, removed, hidesDrawings }
}
