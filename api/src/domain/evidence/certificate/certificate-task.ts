import { MINUTE } from '../../../platform/clock.ts'
import { ranks, type ThreadTask } from '../../../platform/threads/thread-task.ts'
import type { Evidence } from '../record/collect-evidence.ts'

export interface CertificateContents {
  readonly final: Uint8Array
  readonly facts: Omit<Evidence, 'actors'>
}

export interface WrittenCertificate {
  readonly pdf: Uint8Array
}

export const certificateTask: ThreadTask<CertificateContents, WrittenCertificate> = {
  name: 'write-certificate',
  rank: ranks.background,
  timeLimit: MINUTE,
  moves: ['final', 'pdf'],
}
