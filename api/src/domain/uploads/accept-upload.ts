import type { RewritePurpose } from 'pdf/repair'
import type { BrokenLink, ScreenFinding } from 'pdf/screen'
import type { QueueTurn } from 'shared/server'
import type { StoredRewrite } from '../../platform/database/tables/documents.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import {
  explainFailedCleaning,
  explainFindings,
  explainHopelessCleaning,
  type FindingExplanation,
} from '../screening/explain-findings.ts'
import type { PdfInspection } from '../screening/inspection.ts'

/** A file that may be stored, and what the owner should know about it. */
export interface AcceptedUpload {
  readonly blob: IncomingBlob
  /** The upload, if `blob` is a repaired or opened copy. */
  readonly original: IncomingBlob | undefined
  readonly rewritten: StoredRewrite | null
  /** The upload was encrypted, and its owner gave the password. */
  readonly opened: boolean
  readonly pages: number
  readonly signatures: number
  readonly removed: readonly ScreenFinding[]
  /** Some readers will not show signature drawings. */
  readonly hidesDrawings: boolean
  /** Signatures of the upload that the owner should check first. */
  readonly doubtsSignatures: boolean
  readonly brokenLinks: readonly BrokenLink[]
}

/**
 * `clean`: the owner agreed to remove active content. `password`: of an encrypted file, and the owner agreed that a
 * copy without protection is signed.
 */
export interface GivenUpload {
  readonly blob: IncomingBlob
  readonly clean: boolean
  readonly password: string | undefined
  readonly turn: QueueTurn
}

type UploadDependencies = Pick<ApiServices, 'inspectPdf' | 'rewritePdf' | 'clock' | 'verification'>
type Refused = Exclude<PdfInspection, { kind: 'signable' }>
type Signable = Extract<PdfInspection, { kind: 'signable' }>

const unsupportedProblem = ({ remedy, doubted, encrypted }: Extract<PdfInspection, { kind: 'unsupported' }>) => {
  if (encrypted === true) return fileProblems.encryptedUnsupported
  if (remedy === 'none') return doubted === true ? fileProblems.signedDoubted : fileProblems.signedUnsupported
  return doubted === true ? fileProblems.doubted : fileProblems.unsupported
}

/** For programs; the page asks. */
const HOW_TO_OPEN = 'Envía el archivo otra vez con las partes password y opened=true.'

const passwordRefusal = ({ problem, details }: FindingExplanation, now: number): FileRefusal => {
  const isMissing = problem === fileProblems.encrypted
  const told = isMissing ? fileProblems.passwordNeeded : problem
  return new FileRefusal(told, now, { details: `${details}\n${HOW_TO_OPEN}`, canOpen: true })
}

const uploadRefusal = (inspection: Refused, canClean: boolean, now: number): FileRefusal => {
  switch (inspection.kind) {
    case 'refused': {
      const explained = explainFindings(inspection, canClean)
      if (inspection.asksPassword === true) return passwordRefusal(explained, now)
      return new FileRefusal(explained.problem, now, { details: explained.details, canClean })
    }
    case 'unsupported':
      return new FileRefusal(unsupportedProblem(inspection), now, { details: inspection.detail })
    case 'exhausted':
      return new FileRefusal(fileProblems.exhausted, now)
  }
}

type Copy = (Signable & { readonly blob: IncomingBlob }) | { readonly kind: 'failed' | 'exhausted' }

/** The copy may exceed limits that the upload did not. */
const hitsLimit = (inspection: PdfInspection): boolean =>
  inspection.kind === 'exhausted' ||
  (inspection.kind === 'refused' && inspection.findings.some(({ code }) => code === 'PDF_TOO_COMPLEX'))

/** A rewritten copy is screened like an upload: the rewriter is not trusted. */
const rewrite = async (
  { inspectPdf, rewritePdf }: UploadDependencies,
  { blob: upload, turn, password }: Pick<GivenUpload, 'blob' | 'turn' | 'password'>,
  purpose: RewritePurpose,
): Promise<Copy> => {
  const result = await rewritePdf(upload, purpose, turn, password)
  if (result.kind !== 'rewritten') return { kind: result.kind === 'exhausted' ? 'exhausted' : 'failed' }
  const { blob } = result
  let inspection: PdfInspection | undefined
  try {
    inspection = await inspectPdf(blob.path, turn)
  } finally {
    if (inspection?.kind !== 'signable') await blob.discard()
  }
  if (inspection.kind === 'signable') return { ...inspection, blob }
  return { kind: hitsLimit(inspection) ? 'exhausted' : 'failed' }
}

/** Bytes. A smaller file hardly reaches a limit, and its owner does not wait for a trial. */
const CLEANING_TRIAL_MIN_BYTES = 64 * 1024

/** Tries it: the limits are of time and memory, so nothing else tells. The copy is thrown away. */
const canBeCleaned = async (uses: UploadDependencies, given: GivenUpload): Promise<boolean> => {
  if (given.blob.size < CLEANING_TRIAL_MIN_BYTES) return true
  try {
    const copy = await rewrite(uses, given, 'clean')
    if (copy.kind === 'signable') await copy.blob.discard()
    return copy.kind === 'signable'
  } catch (error) {
    // Says nothing about the document.
    if (error instanceof OverloadError) return true
    throw error
  }
}

const offerCleaning = async (
  uses: UploadDependencies,
  inspection: Refused,
  given: GivenUpload,
): Promise<FileRefusal> => {
  if (inspection.kind !== 'refused' || (await canBeCleaned(uses, given)))
    return uploadRefusal(inspection, true, uses.clock())
  const { problem, details } = explainHopelessCleaning(inspection)
  return new FileRefusal(problem, uses.clock(), { details })
}

const repairFailure = (inspection: Refused, { kind }: Exclude<Copy, Signable>, now: number): FileRefusal => {
  if (kind === 'exhausted') return uploadRefusal({ kind }, false, now)
  if (inspection.kind !== 'refused' || inspection.remedy !== 'clean') return uploadRefusal(inspection, false, now)
  const { problem, details } = explainFailedCleaning(inspection)
  return new FileRefusal(problem, now, { details })
}

const accepted = (
  { pages, signatures, hidesDrawings, brokenLinks = [] }: Signable,
  rest: Pick<AcceptedUpload, 'blob'> & Partial<AcceptedUpload>,
): AcceptedUpload => ({
  original: undefined,
  rewritten: null,
  opened: false,
  pages,
  signatures,
  removed: [],
  hidesDrawings: hidesDrawings === true,
  doubtsSignatures: false,
  brokenLinks,
  ...rest,
})

/**
 * Asks both judges about the signatures of an upload, to tell
 * the owner. Never refuses: they may be all that a paper needs.
 */
const doubtsSignatures = async (
  { verification, clock }: UploadDependencies,
  { blob: { path }, turn: { account } }: GivenUpload,
  { signatures }: Signable,
): Promise<boolean> => {
  if (signatures === 0) return false
  try {
    const report = await verification.verifyFile(path, new Date(clock()), account)
    return report.kind !== 'signed' || report.verdict === 'suspicious' || report.verdict === 'invalid'
  } catch (error) {
    if (error instanceof OverloadError) return true
    throw error
  }
}

const remedyOf = (inspection: Refused) => (inspection.kind === 'exhausted' ? 'none' : inspection.remedy)

/** Repairs, or removes with consent what was found. @throws FileRefusal */
const acceptCopy = async (
  uses: UploadDependencies,
  inspection: Refused,
  given: GivenUpload,
): Promise<AcceptedUpload> => {
  const remedy = remedyOf(inspection)
  if (remedy === 'none') throw uploadRefusal(inspection, false, uses.clock())
  if (remedy === 'clean' && !given.clean) throw await offerCleaning(uses, inspection, given)
  const copy = await rewrite(uses, given, remedy)
  if (copy.kind !== 'signable') throw repairFailure(inspection, copy, uses.clock())
  const { blob } = copy
  if (remedy === 'repair') return accepted(copy, { blob, original: given.blob, rewritten: 'normalised' })
  const removed = inspection.kind === 'refused' ? inspection.findings : []
  return accepted(copy, { blob, rewritten: 'cleaned', removed })
}

/** Nothing is damaged or hostile: the rewriter may still fail, or exceed a limit. */
const openingFailure = ({ kind }: Exclude<Copy, Signable>, now: number): FileRefusal =>
  new FileRefusal(kind === 'exhausted' ? fileProblems.exhausted : fileProblems.encryptedUnsupported, now)

/**
 * Makes a copy without encryption, and keeps the upload as its original. The copy of a file with active content is
 * cleaned, with consent, and alone is kept.
 *
 * @throws FileRefusal; also for a file with signatures, which a copy would break
 */
const openUpload = async (uses: UploadDependencies, given: GivenUpload): Promise<AcceptedUpload> => {
  const inspection = await uses.inspectPdf(given.blob.path, given.turn, given.password)
  if (inspection.kind !== 'signable') {
    const copy = await acceptCopy(uses, inspection, given)
    return { ...copy, opened: true, rewritten: copy.rewritten === 'cleaned' ? 'cleaned' : 'opened' }
  }
  if (inspection.mayBeSigned === true || inspection.signatures > 0)
    throw new FileRefusal(fileProblems.protectedSigned, uses.clock())
  const copy = await rewrite(uses, given, 'repair')
  if (copy.kind !== 'signable') throw openingFailure(copy, uses.clock())
  return accepted(copy, { blob: copy.blob, original: given.blob, rewritten: 'opened', opened: true })
}

/**
 * Stores a signable file unchanged; repairs a damaged one and
 * keeps both. Removes active content, or an encryption with its
 * password, only with consent.
 * @throws FileRefusal describing the uploaded file
 */
export const acceptUpload = async (uses: UploadDependencies, given: GivenUpload): Promise<AcceptedUpload> => {
  const { blob, password, turn } = given
  const inspection = await uses.inspectPdf(blob.path, turn)
  if (inspection.kind === 'signable')
    return accepted(inspection, { blob, doubtsSignatures: await doubtsSignatures(uses, given, inspection) })
  const asksPassword = inspection.kind === 'refused' && inspection.asksPassword === true
  if (asksPassword && password !== undefined) return openUpload(uses, given)
  return acceptCopy(uses, inspection, { ...given, password: undefined })
}
