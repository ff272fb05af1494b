/** Chosen by `playwright.config.ts` for all processes of a run, and printed. */
const seed = Number(process.env.TRAZO_TEST_SEED ?? '0')

/** True in `npm run test:all`. */
const everything = process.env.TRAZO_TEST_ALL === '1'

/**
 * The rows of a parameter table that this run tests: all in `npm run test:all`, otherwise `count` of them. Each run
 * begins at another row, so every row has its turn.
 *
 * @param offset moves the beginning, so that tables with the same rows do not all test the same one
 */
export const sampleOf = <Row>(rows: readonly Row[], count: number, offset = 0): readonly Row[] => {
  if (everything) return rows
  const first = (seed + offset) % rows.length
  return [...rows, ...rows].slice(first, first + Math.min(count, rows.length))
}

/**
 * Whether this run tests a cell of a two-dimensional table. Each row is tested with one of the columns; over as many
 * seeds as there are columns, every cell is tested.
 */
export const isSampled = (row: number, column: number, columns: number): boolean =>
  everything || (row + seed) % columns === column
