import { HOUR, SECOND } from '../../platform/clock.ts'
import { jitter, pauseAfter } from '../../platform/database/claim-job.ts'

/** Milliseconds. */
const PAUSES = { first: 10 * SECOND, longest: HOUR }

/** Exponential back-off up to an hour, with jitter from half to all of it. */
export const retryPause = (attempts: number, random: () => number): number =>
  jitter(pauseAfter(attempts, PAUSES), random)
