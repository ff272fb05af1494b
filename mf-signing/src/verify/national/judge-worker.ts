import { inflate } from 'pdf/inflate'
import { judgeNationalFormat } from 'pdf/verify/national'
import type { JudgingTask } from '../verification-task.ts'

self.onmessage = async ({ data }: MessageEvent<JudgingTask>) => {
  const { bytes, report, authorities, now } = data
  self.postMessage(await judgeNationalFormat(bytes, report, { ...authorities, now, inflate }))
}
