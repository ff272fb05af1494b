import type { AskRevocation } from 'pdf/cms/node'
import type { VerificationReport } from 'pdf/verify'
import type { ThreadTasks } from '../../platform/threads/thread-task.ts'
import type { Authorities } from './authorities.ts'
import { createVerificationRunner, type VerificationLimits, verifyTask } from './verification-task.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly verification: {
      readonly authorities: Authorities
      readonly verifyFile: VerifyFile
      readonly askPublic: AskRevocation
    }
  }
}

type VerifyFile = (path: string, now: Date) => Promise<VerificationReport>

const EXHAUSTED: VerificationReport = { kind: 'unreadable', code: 'PDF_TOO_COMPLEX', claims: 0 }

/** Limits time and memory, so that no file can stop the server. */
export const createVerifyFile = (
  threads: ThreadTasks,
  authorities: Authorities,
  limits: VerificationLimits = {},
): VerifyFile => {
  const run = createVerificationRunner(threads, verifyTask, EXHAUSTED, limits)
  return (path, now) => run({ path, authorities, now })
}
