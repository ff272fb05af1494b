/** Percent. */
export const PROGRESS_START = 10
/** Percent, until the server answers. */
export const PROGRESS_CAP = 90
export const PROGRESS_DONE = 100
/** Percent, during the server's check. */
const PROGRESS_CREEP_MAX = 8

/** `total` is 0 until the first report. */
export interface SentBytes {
  readonly bytes: number
  readonly total: number
}

export const nothingSent: SentBytes = { bytes: 0, total: 0 }

/** All bytes are sent; the server checks the document. */
export const isChecking = ({ bytes, total }: SentBytes): boolean => total > 0 && bytes >= total

/**
 * Proportional to the sent bytes, then random steps. Never decreases,
 * never exceeds the cap.
 */
export const nextShownProgress = (shown: number, sent: SentBytes, random: number): number => {
  if (isChecking(sent)) return Math.min(PROGRESS_CAP, shown + random * PROGRESS_CREEP_MAX)
  const fraction = sent.total > 0 ? Math.max(0, sent.bytes) / sent.total : 0
  return Math.max(shown, PROGRESS_START + fraction * (PROGRESS_CAP - PROGRESS_START))
}
