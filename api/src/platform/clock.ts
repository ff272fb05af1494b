/** Milliseconds since the epoch, UTC. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Repeats `work`; returns a function that stops it. */
export type Every = (milliseconds: number, work: () => void) => () => void

export const systemEvery: Every = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}

/** Runs `work` once; returns a function that cancels it. */
export type After = (milliseconds: number, work: () => void) => () => void

export const systemAfter: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** ISO 8601, UTC, with milliseconds. */
export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const toInstantOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toInstant(milliseconds)
