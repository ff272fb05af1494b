/** Numbers that one seed decides. */
export interface ContractDice {
  /** 0 ≤ number < 1. */
  next(): number
  whole(from: number, to: number): number
  pick<T>(values: readonly [T, ...T[]]): T
  chance(part: number): boolean
}

export const contractDice = (seed: number): ContractDice => {
  // Xorshift of Marsaglia; zero would stay zero.
  let state = ((seed + 1) * 2_654_435_761) | 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    chance: (part) => next() < part,
  }
}
