import type { ApiServices } from '../../platform/services.ts'
import { findSealJob } from './seal-jobs.ts'

/** Waits briefly for the seal, so that the response usually includes it. */
export const waitForPendingSeal = async (
  { db, waitForSeal }: Pick<ApiServices, 'db' | 'waitForSeal'>,
  documentId: number,
): Promise<void> => {
  const job = await findSealJob(db, documentId)
  if (job?.state === 'pending') await waitForSeal(documentId)
}
