import { askWorker } from '../verify-here.ts'
import type { WriteReportHere, WrittenReport } from './report-task.ts'

const startWorker = (): Worker => new Worker(new URL('./report-worker.ts', import.meta.url))

export const writeReportHere: WriteReportHere = (task, signal) =>
  askWorker(startWorker, task, (written: WrittenReport) => written, signal)
