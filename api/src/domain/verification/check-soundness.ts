import { openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { type DocumentChange, findUnsound, signedFields, verifyPdf } from 'pdf/verify'
import { type PageSizes, type PreparedPlace, pageSizes, staysIn } from './prepared-places.ts'
import type { SoundnessCheck, TaskSoundness } from './verification-task.ts'

/**
 * Asks the whole verifier about a document before it is called
 * complete: every signature made here verifies, nothing
 * doubtful follows it, and since the empty fields each drawing
 * lies where the owner prepared one.
 */
export const checkSoundnessInThread = async (check: SoundnessCheck): Promise<TaskSoundness> => {
  const { bytes, preparedSize, places, authorities, now } = check
  const before = signedFields(openPdf(bytes.subarray(0, preparedSize), { inflate: inflateWithNode }))
  const report = await verifyPdf(bytes, { ...authorities, now, since: preparedSize, inflate: inflateWithNode })
  const sizes = pageSizes(openPdf(bytes, { inflate: inflateWithNode }))
  const problem = findUnsound(report, { before, admits: (change) => admits(change, places, sizes) })
  return problem === undefined ? { kind: 'sound' } : { kind: 'doubted', problem }
}

const admits = (
  { severity, page, rect }: DocumentChange,
  places: readonly PreparedPlace[],
  sizes: PageSizes,
): boolean => {
  if (severity === 'suspicious') return false
  if (rect === undefined) return true
  return page !== undefined && staysIn({ page, rect }, places, sizes)
}
