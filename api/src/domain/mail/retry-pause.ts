import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { addJitter, pauseAfter } from '../../platform/database/claim-job.ts'

/** Milliseconds. */
const PAUSES = { first: 10 * SECOND_MS, longest: HOUR_MS }

/** Exponential back-off up to an hour, with jitter from half to all of it. */
export const mailRetryPause = (attempts: number, random: () => number): number =>
  addJitter(pauseAfter(attempts, PAUSES), random)
