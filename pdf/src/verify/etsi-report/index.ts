import type { VerificationReport } from '../report.ts'
import { type MaterialOptions, readReportMaterial } from './material.ts'
import { writeEtsiReport } from './write-report.ts'

/**
 * Writes the validation report of ETSI TS 119 102-2 V1.4.1 in XML, unsigned. Loads no renderer and asks no network.
 *
 * @param bytes of the file that `report` is about
 * @param report by `verifyPdf`, of the same bytes; `options.now` and `options.revocation` are those of the verification
 * @returns undefined for a file without a signature that the form reaches, or that cannot be read: the schema has no
 * report without a signature
 */
export async function makeEtsiReport(
  bytes: Uint8Array,
  report: VerificationReport,
  options: MaterialOptions,
): Promise<string | undefined> {
  if (report.kind !== 'signed' || report.signatures.length === 0) return undefined
  return writeEtsiReport(report, await readReportMaterial(bytes, report, options), options.now)
}
