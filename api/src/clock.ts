/** Where the time comes from: milliseconds since the epoch, UTC. Tests pass their own. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Calls back every so many milliseconds, until what it answers is called. Tests pass their own. */
export type Every = (milliseconds: number, work: () => void) => () => void

export const systemEvery: Every = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}

/** Calls back once, after so many milliseconds, unless what it answers is called before. Tests pass their own. */
export type After = (milliseconds: number, work: () => void) => () => void

export const systemAfter: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Instant on the wire: ISO 8601, UTC, with milliseconds. */
export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()
