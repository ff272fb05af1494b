import type { VerificationReport } from 'pdf/verify'
import { joinReports } from './join-reports.ts'

interface SecondRenderer {
  readonly draw: () => Promise<VerificationReport>
  /** Whether the files that it fetches while drawing can be had. */
  readonly canFetch: () => Promise<boolean>
}

const seesDifference = (report: VerificationReport): boolean =>
  report.kind === 'signed' && report.signatures.some(({ picture }) => picture.state === 'different')

/**
 * Joins what two renderers see. The second one fetches fonts while it draws,
 * and without one it draws other letters in one revision than in another: a
 * lost network would make a good signature look bad. So a difference that it
 * alone sees counts if it sees one again, while the site can be reached.
 * @param structure for pages that were not compared
 */
export const joinSecondOpinion = async (
  structure: VerificationReport,
  first: VerificationReport,
  { draw, canFetch }: SecondRenderer,
): Promise<VerificationReport> => {
  const second = await draw()
  if (!seesDifference(second) || seesDifference(first)) return joinReports(first, second)
  const again = (await canFetch()) ? await draw() : structure
  return joinReports(first, (await canFetch()) || !seesDifference(again) ? again : structure)
}
