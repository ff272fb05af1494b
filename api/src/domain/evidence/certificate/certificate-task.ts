import { MINUTE_MS } from '../../../platform/clock.ts'
import { type ThreadTask, taskRanks } from '../../../platform/threads/thread-task.ts'
import type { DocumentEvidence } from '../record/collect-evidence.ts'

/** `actors` holds functions, which cannot go to a thread; the task derives it from the log again. */
export interface CertificateContents {
  readonly final: Uint8Array
  readonly facts: Omit<DocumentEvidence, 'actors'>
}

export interface WrittenCertificate {
  readonly pdf: Uint8Array
}

/** Runs in a thread with the lowest rank: signers do not wait for the certificate. */
export const certificateTask: ThreadTask<CertificateContents, WrittenCertificate> = {
  name: 'write-certificate',
  rank: taskRanks.background,
  timeLimit: MINUTE_MS,
  moves: ['final', 'pdf'],
}
