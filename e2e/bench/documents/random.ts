/** Numbers from 0 to below 1, the same ones for the same seed on every machine (a 32-bit congruential generator). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The low bits repeat soon.
    return (state >>> 8) / 2 ** 24
  }
}
