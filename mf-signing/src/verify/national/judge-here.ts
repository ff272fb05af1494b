import type { NationalFormat } from 'pdf/verify/national'
import type { JudgingTask } from '../verification-task.ts'
import { askWorker } from '../verify-here.ts'

const startWorker = (): Worker => new Worker(new URL('./judge-worker.ts', import.meta.url))

export const judgeHere = (task: JudgingTask, signal: AbortSignal): Promise<NationalFormat> =>
  askWorker(startWorker, task, (format: NationalFormat) => format, signal)
