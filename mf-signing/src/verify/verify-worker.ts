import { inflate } from 'pdf/inflate'
import { verifyPdf } from 'pdf/verify'
import type { VerificationAnswer, VerificationTask } from './verification-task.ts'

const answer = (message: VerificationAnswer): void => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<VerificationTask>) => {
  const { bytes, authorities, revocation, now } = data
  const report = await verifyPdf(bytes, {
    ...authorities,
    revocation,
    now,
    inflate,
    onProgress: (done, total) => answer({ kind: 'progress', share: done / total }),
  })
  answer({ kind: 'report', report })
}
