/** Numbers that one seed decides (mulberry32). */
export interface Dice {
  /** 0 ≤ number < 1. */
  next(): number
  whole(from: number, to: number): number
  pick<T>(values: readonly [T, ...T[]]): T
  chance(part: number): boolean
}

export const rollDice = (seed: number): Dice => {
  let state = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    chance: (part) => next() < part,
  }
}
