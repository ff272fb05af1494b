import { inflateInBrowser } from 'pdf/inflate'
import { makeEtsiReport } from 'pdf/verify/etsi-report'
import { judgeNationalFormat } from 'pdf/verify/national'
import { answerTask } from '../answer-task.ts'
import type { WrittenReport } from '../etsi-report/report-task.ts'
import type { DocumentTask } from './document-task.ts'

const inflate = inflateInBrowser

answerTask<DocumentTask>(async (task) => {
  if (task.kind === 'judge') {
    const { bytes, report, authorities, now } = task
    return self.postMessage(await judgeNationalFormat(bytes, report, { ...authorities, now, inflate }))
  }
  const { bytes, report, now, revocation } = task
  self.postMessage({ xml: await makeEtsiReport(bytes, report, { now, revocation, inflate }) } satisfies WrittenReport)
})
