import { inflateInBrowser } from 'pdf/inflate'
import { judgeNationalFormat } from 'pdf/verify/national'
import { answerTask } from '../answer-task.ts'
import type { JudgingTask } from '../verification-task.ts'

answerTask<JudgingTask>(async ({ bytes, report, authorities, now }) => {
  self.postMessage(await judgeNationalFormat(bytes, report, { ...authorities, now, inflate: inflateInBrowser }))
})
