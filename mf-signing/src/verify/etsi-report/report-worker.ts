import { inflateInBrowser } from 'pdf/inflate'
import { makeEtsiReport } from 'pdf/verify/etsi-report'
import { answerTask } from '../answer-task.ts'
import type { ReportTask, WrittenReport } from './report-task.ts'

answerTask<ReportTask>(async ({ bytes, report, now, revocation }) => {
  const xml = await makeEtsiReport(bytes, report, { now, revocation, inflate: inflateInBrowser })
  self.postMessage({ xml } satisfies WrittenReport)
})
