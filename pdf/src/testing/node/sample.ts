const seed = Number(process.env.TRAZO_TEST_SEED ?? Date.now() % 1000)

/** True in `npm run test:all`. */
export const everything = process.env.TRAZO_TEST_ALL === '1'

/**
 * The rows of a parameter table that this run tests: all in `npm run test:all`, otherwise `count` of them. Each seed
 * begins at another row, so every row has its turn.
 */
export const sampleOf = <Row>(rows: readonly Row[], count: number): readonly Row[] => {
  if (everything || rows.length <= count) return rows
  const first = seed % rows.length
  return [...rows, ...rows].slice(first, first + count)
}
