import { HOUR, SECOND } from '../../platform/clock.ts'

const FIRST_PAUSE = 10 * SECOND
const LONGEST_PAUSE = HOUR

/** Exponential back-off up to an hour, with jitter from half to all of it. */
export const retryPause = (attempts: number, random: () => number): number => {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1))
  return Math.round(pause * (0.5 + random() / 2))
}
