import type { DocumentChange } from '../verify/changes.ts'
import { type SignatureReport, type VerificationReport, worstOf } from '../verify/report.ts'
import { type AllowedPlace, type DrawnRevision, drawRevisions, type PictureOptions } from './draw-revisions.ts'

/**
 * The second judge: draws the signed revision of every signature and the
 * file as it is now, and compares the pages. Knows no rules; only the
 * rectangles that the structure judge told excuse a difference. A drawing
 * that is a matter of course by structure is none if it hides print.
 * @param report of the same bytes, by `verifyPdf`
 * @returns the report with each signature's `picture`; `suspicious` if a page differs,
 * `changed` if a drawing hides what was signed
 * @throws only if `signal` aborts
 */
export async function judgePictures(
  bytes: Uint8Array,
  report: VerificationReport,
  options: PictureOptions,
): Promise<VerificationReport> {
  if (report.kind !== 'signed') return report
  const revisions = new Map(
    report.signatures
      .filter(({ covered }) => isRevision(covered, bytes))
      .map((each) => [each.covered, toldPlaces(each)]),
  )
  const found = await drawRevisions(
    bytes,
    [...revisions].map(([covered, allowed]) => ({ bytes: bytes.subarray(0, covered), allowed })),
    options,
  )
  const findings = new Map([...revisions.keys()].map((covered, index) => [covered, found[index]]))
  const signatures = report.signatures.map((signature) => withPicture(signature, findings.get(signature.covered)))
  return { ...report, verdict: worstOf([report.verdict, ...signatures.map(({ verdict }) => verdict)]), signatures }
}

const isRevision = (covered: number, { length }: Uint8Array): boolean => covered > 0 && covered < length

/** Says whether anything follows a signature: otherwise there is nothing to draw. */
export const needsPictures = (bytes: Uint8Array, report: VerificationReport): boolean =>
  report.kind === 'signed' && report.signatures.some(({ covered }) => isRevision(covered, bytes))

/** A change without a rectangle excuses nothing. */
const toldPlaces = ({ changes }: SignatureReport): AllowedPlace[] =>
  changes.flatMap(({ page, rect, severity }) =>
    page === undefined || rect === undefined ? [] : [{ page, rect, isSilent: severity === 'expected' }],
  )

/** Only `coversContent` decides about words, so a drawing that hides print becomes notable there, too. */
const raiseHiding = (changes: readonly DocumentChange[], hidden: readonly AllowedPlace[]): DocumentChange[] =>
  changes.map((each) =>
    each.severity === 'expected' && hidden.some(({ page, rect }) => page === each.page && rect === each.rect)
      ? { ...each, severity: 'notable' }
      : each,
  )

function withPicture(signature: SignatureReport, drawn: DrawnRevision | undefined): SignatureReport {
  if (drawn === undefined) return signature
  const { finding: picture, hidden } = drawn
  const least = picture.state === 'different' ? 'suspicious' : hidden.length > 0 ? 'changed' : 'valid'
  return {
    ...signature,
    picture,
    changes: raiseHiding(signature.changes, hidden),
    verdict: worstOf([signature.verdict, least]),
  }
}
