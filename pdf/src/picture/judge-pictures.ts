import {
  type PictureFinding,
  type PlacedRect,
  type SignatureReport,
  VERDICTS,
  type VerificationReport,
  worstOf,
} from '../verify/report.ts'
import { drawRevisions, type PictureOptions } from './draw-revisions.ts'

/**
 * The second judge: draws the signed revision of every signature and the
 * file as it is now, and compares the pages. Knows no rules; only the
 * rectangles that the structure judge told excuse a difference.
 * @param report of the same bytes, by `verifyPdf`
 * @returns the report with each signature's `picture`; `suspicious` if a page differs
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

/** False if no signature has anything after it: then there is nothing to draw. */
export const needsPictures = (bytes: Uint8Array, report: VerificationReport): boolean =>
  report.kind === 'signed' && report.signatures.some(({ covered }) => isRevision(covered, bytes))

/** A change without a rectangle excuses nothing. */
const toldPlaces = ({ changes }: SignatureReport): PlacedRect[] =>
  changes.flatMap(({ page, rect }) => (page === undefined || rect === undefined ? [] : [{ page, rect }]))

function withPicture(signature: SignatureReport, picture: PictureFinding | undefined): SignatureReport {
  if (picture === undefined) return signature
  const isWorse = picture.state === 'different' && VERDICTS.indexOf(signature.verdict) < VERDICTS.indexOf('suspicious')
  return { ...signature, picture, ...(isWorse ? { verdict: 'suspicious' } : {}) }
}
