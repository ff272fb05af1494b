import { createGate } from '../files/gate.ts'
import type { Services } from '../services.ts'

/**
 * Documents that are in memory for a signature at the same time: each there several times over, and up to 10 MB. The
 * processor does one after the other anyway; what overlaps is waiting for the disk and for time stamps.
 */
export const SIGNED_AT_ONCE = 8

const room = createGate(SIGNED_AT_ONCE)

/** Works on a document under its lock, in memory with few others. The lock comes first: whoever waits for it takes no room. */
export const withDocument = <Result>(
  { locks }: Pick<Services, 'locks'>,
  documentId: number,
  work: () => Promise<Result>,
): Promise<Result> => locks.run(documentId, () => room.pass(work))
