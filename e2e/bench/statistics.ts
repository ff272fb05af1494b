const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/**
 * The value below which the fraction `at` of the values lies, interpolated between neighbours.
 *
 * @throws Error without values
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

/** Median of `ours` over median of `bare`: above 1, ours takes more. */
export const ratioOfMedians = (ours: readonly number[], bare: readonly number[]): number => median(ours) / median(bare)

/** Half of the values lie between these two. */
export interface Spread {
  readonly low: number
  readonly high: number
}

export const spread = (values: readonly number[]): Spread => ({
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
})

/**
 * The two sides of round `round` in the order in which they run: A B, B A, A B … Whatever warms up or wears off within
 * a round then falls on both.
 */
export const inTurns = <T>(round: number, [a, b]: readonly [T, T]): readonly [T, T] =>
  round % 2 === 0 ? [a, b] : [b, a]
