import { createAskRevocation } from '../domain/pki/ask-revocation.ts'
import { createJudgeCopyFile } from '../domain/returned-copy/judging.ts'
import type { Authorities } from '../domain/verification/authorities.ts'
import { REVOCATION_ANSWER_MAX_BYTES } from '../domain/verification/constants.ts'
import { createFetchPublic } from '../domain/verification/fetch-public.ts'
import { createJudgeNationalFormat, createVerifyFile } from '../domain/verification/verification-task.ts'
import type { FetchLimited } from '../platform/fetch-limited.ts'
import type { Services } from '../platform/services.ts'
import type { ThreadTasks } from '../platform/threads/thread-task.ts'

export const openVerification = (
  threads: ThreadTasks,
  authorities: Authorities,
  fetch: FetchLimited = createFetchPublic(REVOCATION_ANSWER_MAX_BYTES),
): Pick<Services, 'judgeNationalFormat' | 'judgeCopyFile' | 'verification'> => ({
  judgeNationalFormat: createJudgeNationalFormat(threads, authorities),
  judgeCopyFile: createJudgeCopyFile(threads),
  verification: {
    authorities,
    verifyFile: createVerifyFile(threads, authorities),
    askPublic: createAskRevocation(fetch),
  },
})
