/** Seeded 32-bit congruential generator of numbers in [0, 1). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The low bits have a short period.
    return (state >>> 8) / 2 ** 24
  }
}
