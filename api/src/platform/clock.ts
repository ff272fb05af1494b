/** Milliseconds since the epoch, UTC. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Repeats `work`; returns a function that stops it. */
export type RepeatWork = (milliseconds: number, work: () => void) => () => void

export const systemEvery: RepeatWork = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}

/** Runs `work` once; returns a function that cancels it. */
export type DelayWork = (milliseconds: number, work: () => void) => () => void

export const systemAfter: DelayWork = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** ISO 8601, UTC, with milliseconds. */
export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const toInstantOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toInstant(milliseconds)
