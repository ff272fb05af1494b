import type { NationalFormat } from 'pdf/verify/national'
import type { WriteReportHere, WrittenReport } from '../etsi-report/report-task.ts'
import type { JudgingTask } from '../verification-task.ts'
import { askWorker } from '../verify-here.ts'
import type { DocumentTask } from './document-task.ts'

const startWorker = (): Worker => new Worker(new URL('./document-worker.ts', import.meta.url))

const ask = <Answer>(task: DocumentTask, signal: AbortSignal): Promise<Answer> =>
  askWorker(startWorker, task, (answer: Answer) => answer, signal)

export const judgeHere = (task: JudgingTask, signal: AbortSignal): Promise<NationalFormat> =>
  ask<NationalFormat>({ kind: 'judge', ...task }, signal)

export const writeReportHere: WriteReportHere = (task, signal) =>
  ask<WrittenReport>({ kind: 'report', ...task }, signal)
