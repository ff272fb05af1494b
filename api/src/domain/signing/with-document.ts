import { createSemaphore } from 'shared/server'
import type { ApiServices } from '../../platform/services.ts'

/** In memory at once, as several copies of up to 10 MB. */
export const SIGNED_AT_ONCE = 8

const semaphore = createSemaphore(SIGNED_AT_ONCE)

/** For work on several documents whose locks are held. */
export const signInTurn = <Result>(work: () => Promise<Result>): Promise<Result> => semaphore.run(work)

/** Takes the lock first: waiting callers use no memory. */
export const withDocument = <Result>(
  { locks }: Pick<ApiServices, 'locks'>,
  documentId: number,
  work: () => Promise<Result>,
): Promise<Result> => locks.run(documentId, () => semaphore.run(work))
