import { createSemaphore } from 'shared/server'
import type { ApiServices } from '../../platform/services.ts'
import { withSendingLocked } from '../sending-access/sending-documents.ts'

/** In memory at once, as several copies of up to 10 MB. */
export const SIGNED_AT_ONCE = 8

const semaphore = createSemaphore(SIGNED_AT_ONCE)

/** For work on several documents whose locks are held. */
export const signInTurn = <Result>(work: () => Promise<Result>): Promise<Result> => semaphore.run(work)

/**
 * Takes the locks of the document and of all that are sent with it, where a signature may start turns, too. Locks come
 * first: waiting callers use no memory.
 */
export const withDocument = <Result>(
  services: Pick<ApiServices, 'db' | 'locks'>,
  documentId: number,
  work: () => Promise<Result>,
): Promise<Result> => withSendingLocked(services, documentId, () => semaphore.run(work))
