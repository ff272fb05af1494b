export interface Seeded {
  /** An integer, 0 ≤ n < limit. */
  below(limit: number): number
  chance(probability: number): boolean
  shuffled<Item>(items: readonly Item[]): Item[]
  fork(): Seeded
}

/** Mulberry32 (Tommy Ettinger, public domain). */
export const seeded = (seed: number): Seeded => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit)
  return {
    below,
    chance: (probability) => next() / 2 ** 32 < probability,
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    fork: () => seeded(next()),
  }
}
