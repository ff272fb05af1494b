import type { ReportTask } from '../etsi-report/report-task.ts'
import type { JudgingTask } from '../verification-task.ts'

/** After a verdict. One worker for both, so that the reader of PDFs is loaded once. */
export type DocumentTask = ({ readonly kind: 'judge' } & JudgingTask) | ({ readonly kind: 'report' } & ReportTask)
