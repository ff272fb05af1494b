import type { PdfDocument } from '../syntax/pdf-document.ts'
import type { DocumentChange } from './changes.ts'
import type { SignatureProblem, SignatureReport, VerificationReport } from './report.ts'

/** What our own signatures may be followed by. */
export interface SoundnessRule {
  /** Fields that were signed before: we do not answer for those. */
  readonly before: ReadonlySet<string>
  /** Changes that may follow ours, and those since `since` of the verification. */
  readonly admits: (change: DocumentChange) => boolean
}

/** Fully qualified names. */
export const signedFields = (document: PdfDocument): ReadonlySet<string> =>
  new Set(document.signatureFields().flatMap(({ name, signed }) => (signed ? [name] : [])))

const describe = ({ kind, page, detail }: DocumentChange): string =>
  [kind, ...(page === undefined ? [] : [`page ${page}`]), ...(detail === undefined ? [] : [detail])].join(' ')

/**
 * About trust alone. A person's own program may sign with SHA-1
 * (decision 0052); with a weak key anybody can sign, so that counts.
 */
export const TRUST_PROBLEMS: ReadonlySet<SignatureProblem> = new Set([
  'weak-hash',
  'weak-certificate',
  'certificate-purpose',
  'certificate-name',
])

const problemOf = ({ problems, changes }: SignatureReport, admits: SoundnessRule['admits']): string | undefined => {
  const change = changes.find((each) => !admits(each))
  return problems.find((problem) => !TRUST_PROBLEMS.has(problem)) ?? (change && describe(change))
}

/**
 * Finds a reason for another verifier to doubt our own signatures. Trust is not asked: a card's authority may be
 * unknown here.
 *
 * @returns undefined if the document is sound, otherwise the reason, for logs
 */
export function findUnsound(report: VerificationReport, { before, admits }: SoundnessRule): string | undefined {
  if (report.kind === 'unreadable') return `unreadable: ${report.code}`
  if (report.kind === 'unsigned') return 'no signature'
  if (report.hidden > 0) return 'hidden signature'
  const own = report.signatures.filter(({ field }) => !before.has(field))
  if (own.length === 0) return 'no signature'
  const early = report.changesSince?.find((change) => !admits(change))
  if (early !== undefined) return describe(early)
  for (const signature of own) {
    const problem = problemOf(signature, admits)
    if (problem !== undefined) return `${signature.field}: ${problem}`
  }
  return undefined
}
