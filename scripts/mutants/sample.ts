import type { SourceMutant } from './find-mutants.ts'

/** Mulberry32: the same numbers for the same seed. */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffle = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)

/** Takes one mutant of each file in turn, until there are enough. Numbers them from 1. */
export const sampleMutants = (mutants: readonly SourceMutant[], size: number, seed: number): SourceMutant[] => {
  const random = randomNumbers(seed)
  const files = shuffle([...Map.groupBy(mutants, ({ file }) => file).values()], random).map((each) =>
    shuffle(each, random),
  )
  const chosen: SourceMutant[] = []
  for (let round = 0; chosen.length < Math.min(size, mutants.length); round += 1)
    for (const each of files) {
      const mutant = each[round]
      if (mutant !== undefined && chosen.length < size) chosen.push(mutant)
    }
  return chosen
    .sort((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
    .map((mutant, index) => ({ ...mutant, id: index + 1 }))
}
