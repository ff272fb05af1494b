import { MINUTE } from '../../../platform/clock.ts'
import { ranks, type ThreadTask } from '../../../platform/threads/thread-task.ts'
import type { Evidence } from '../record/collect-evidence.ts'

/** `actors` holds functions, which cannot go to a thread; the task derives it from the log again. */
export interface CertificateContents {
  readonly final: Uint8Array
  readonly facts: Omit<Evidence, 'actors'>
}

export interface WrittenCertificate {
  readonly pdf: Uint8Array
}

/** Runs in a thread with the lowest rank: signers do not wait for the certificate. */
export const certificateTask: ThreadTask<CertificateContents, WrittenCertificate> = {
  name: 'write-certificate',
  rank: ranks.background,
  timeLimit: MINUTE,
  moves: ['final', 'pdf'],
}
