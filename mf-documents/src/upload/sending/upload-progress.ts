/** Initial progress in percent. */
export const PROGRESS_START = 10
/** Maximum percent before the server answers. */
export const PROGRESS_CAP = 90
export const PROGRESS_DONE = 100
/** Maximum random step during the server's check, in percent. */
const PROGRESS_CREEP_MAX = 8

/** `total` is 0 until the first report. */
export interface Sent {
  readonly bytes: number
  readonly total: number
}

export const nothingSent: Sent = { bytes: 0, total: 0 }

/** All bytes are sent; the server checks the document. */
export const isChecking = ({ bytes, total }: Sent): boolean => total > 0 && bytes >= total

/**
 * Returns the next percentage: proportional to the
 * sent bytes, then random steps. It never decreases
 * and never exceeds the cap.
 *
 * @param random from 0 up to 1
 */
export const nextProgress = (shown: number, sent: Sent, random: number): number => {
  if (isChecking(sent)) return Math.min(PROGRESS_CAP, shown + random * PROGRESS_CREEP_MAX)
  const fraction = sent.total > 0 ? Math.max(0, sent.bytes) / sent.total : 0
  return Math.max(shown, PROGRESS_START + fraction * (PROGRESS_CAP - PROGRESS_START))
}
