const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/**
 * Interpolates linearly.
 *
 * @throws Error if `values` is empty
 */
export const quantile = (values: readonly number[], at: number): number => {
  const place = (values.length - 1) * at
  const ordered = sorted(values)
  const low = ordered[Math.floor(place)]
  const high = ordered[Math.ceil(place)]
  if (low === undefined || high === undefined) throw new Error('there is nothing to take a quantile of')
  return low + (high - low) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const ratioOfMedians = (ours: readonly number[], bare: readonly number[]): number => median(ours) / median(bare)

/** Interquartile range. */
export interface Spread {
  readonly low: number
  readonly high: number
}

export const spread = (values: readonly number[]): Spread => ({
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
})

/**
 * Alternates the order (A B C, C B A …),
 * so that drift affects all equally.
 */
export const inTurns = <T>(round: number, sides: readonly T[]): readonly T[] =>
  round % 2 === 0 ? sides : [...sides].reverse()
