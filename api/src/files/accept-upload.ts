import type { RewritePurpose } from 'pdf/repair'
import type { Finding } from 'pdf/screen'
import type { Rewrite } from 'shared/contract'
import { explainFindings } from '../screening/explain-findings.ts'
import type { Services } from '../services.ts'
import type { IncomingBlob } from '../storage/blob-store.ts'
import type { Turn } from './fair-gate.ts'
import { FileRefusal, fileProblems } from './file-refusal.ts'
import type { Inspection } from './inspection.ts'

/** What of an upload is stored. */
export interface AcceptedUpload {
  /** What people sign: the upload itself, or what was made of it. */
  readonly blob: IncomingBlob
  /** The upload as it came, where `blob` is a repaired copy of it. */
  readonly original: IncomingBlob | undefined
  readonly rewritten: Rewrite | null
  readonly pages: number
  /** Signatures that the file brought along. */
  readonly signatures: number
  /** What was taken out of it. */
  readonly removed: readonly Finding[]
  /** Some readers will not show the drawings of signatures in it. */
  readonly hidesDrawings: boolean
}

/** An upload that has arrived. */
export interface GivenUpload {
  readonly blob: IncomingBlob
  /** The person accepts that active content is taken out. */
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

/** A copy that was written anew and looked at like any upload; undefined where there is none that could be signed. */
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
 * Decides what becomes of an upload. One that can be signed is stored as it came. One that is only damaged is repaired,
 * and kept as it came as well. One with active content that can be taken out is refused with the offer to do so, or
 * cleaned where the person has accepted that: the offer is made only where cleaning was tried and did it.
 * @throws FileRefusal with what was found in the file as it came
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
