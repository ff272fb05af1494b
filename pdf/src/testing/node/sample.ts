export const seed = Number(process.env.TRAZO_TEST_SEED ?? Date.now() % 1000)

export const everything = process.env.TRAZO_TEST_ALL === '1'

/**
 * Samples `count` rows, or all in `npm run test:all`.
 * Seeds rotate the start, so all rows get tested.
 */
export const sampleOf = <Row>(rows: readonly Row[], count: number): readonly Row[] => {
  if (everything || rows.length <= count) return rows
  const first = seed % rows.length
  return [...rows, ...rows].slice(first, first + count)
}
