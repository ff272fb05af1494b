import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Milliseconds between samples. Each wakes the process, also when there is nothing to do, and one long step weighs more in
 * the mean the fewer samples a second has.
 */
const RESOLUTION_MS = 80
/** Nanoseconds. */
const MILLISECOND = 1e6
const SECOND = 1e9

/** Seconds. */
export interface DelayFigures {
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly stddev: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
}

/** The only sampler of the event loop, for load shedding and metrics. */
export interface LoopDelay {
  /** Milliseconds, the mean since the last call of this function; infinite without a sample. */
  takeMean(): number
  /** Since the last call of this function. */
  takeFigures(): DelayFigures
  stop(): void
}

const NO_FIGURES: DelayFigures = { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 }

/** A sample is the time since the one before, so it contains the resolution. */
const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds - RESOLUTION_MS * MILLISECOND) / SECOND

const figuresOf = (samples: ReturnType<typeof monitorEventLoopDelay>): DelayFigures => ({
  min: seconds(samples.min),
  max: seconds(samples.max),
  mean: seconds(samples.mean),
  stddev: samples.stddev / SECOND,
  p50: seconds(samples.percentile(50)),
  p90: seconds(samples.percentile(90)),
  p99: seconds(samples.percentile(99)),
})

export const watchLoopDelay = (): LoopDelay => {
  const samples = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  samples.enable()
  const seen = { count: 0, sum: 0 }
  const untaken = { count: 0, sum: 0 }
  const look = (): void => {
    const { count } = samples
    const sum = count === 0 ? 0 : samples.mean * count
    untaken.count += count - seen.count
    untaken.sum += sum - seen.sum
    Object.assign(seen, { count, sum })
  }
  return {
    takeMean: () => {
      look()
      const { count, sum } = untaken
      Object.assign(untaken, { count: 0, sum: 0 })
      return count === 0 ? Number.POSITIVE_INFINITY : Math.max(0, sum / count / MILLISECOND - RESOLUTION_MS)
    },
    takeFigures: () => {
      look()
      const figures = samples.count === 0 ? NO_FIGURES : figuresOf(samples)
      samples.reset()
      Object.assign(seen, { count: 0, sum: 0 })
      return figures
    },
    stop: () => samples.disable(),
  }
}
