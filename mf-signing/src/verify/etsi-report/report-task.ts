import type { VerificationReport } from 'pdf/verify'
import type { VerificationTask } from '../verification-task.ts'

/** `now` and `revocation` as in the verification. */
export interface ReportTask extends Omit<VerificationTask, 'authorities'> {
  readonly report: VerificationReport
}

/** Undefined without signatures. */
export interface WrittenReport {
  readonly xml: string | undefined
}

export type WriteReportHere = (task: ReportTask, signal: AbortSignal) => Promise<WrittenReport>
