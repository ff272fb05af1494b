import { inflateInBrowser } from 'pdf/inflate'
import { verifyPdf } from 'pdf/verify'
import { answerTask } from './answer-task.ts'
import type { VerificationAnswer, VerificationTask } from './verification-task.ts'

const answer = (message: VerificationAnswer): void => self.postMessage(message)

answerTask<VerificationTask>(async ({ bytes, authorities, revocation, now }) => {
  const report = await verifyPdf(bytes, {
    ...authorities,
    revocation,
    now,
    inflate: inflateInBrowser,
    onProgress: (done, total) => answer({ kind: 'progress', share: done / total }),
  })
  answer({ kind: 'report', report })
})
