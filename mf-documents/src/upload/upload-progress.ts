import { PROGRESS_CAP, PROGRESS_CREEP_MAX, PROGRESS_START } from './constants.ts'

/** Bytes that have left, and all of them; `total` is 0 until the first report. */
export interface Sent {
  readonly bytes: number
  readonly total: number
}

export const nothingSent: Sent = { bytes: 0, total: 0 }

/** Everything has left: now the server is checking the document. */
export const isChecking = ({ bytes, total }: Sent): boolean => total > 0 && bytes >= total

/**
 * The progress after one tick, in percent. Between start and cap it follows the bytes that have really left; once all
 * have, it creeps on by random steps. It never goes back, and never passes the cap before the server has answered.
 *
 * @param random from 0 up to 1
 */
export const nextProgress = (shown: number, sent: Sent, random: number): number => {
  if (isChecking(sent)) return Math.min(PROGRESS_CAP, shown + random * PROGRESS_CREEP_MAX)
  const fraction = sent.total > 0 ? Math.max(0, sent.bytes) / sent.total : 0
  return Math.max(shown, PROGRESS_START + fraction * (PROGRESS_CAP - PROGRESS_START))
}
