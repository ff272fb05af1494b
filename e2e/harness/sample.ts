import { type TestInfo, test } from 'playwright/test'

/** Set and printed by `playwright.config.ts`. */
const seed = Number(process.env.TRAZO_TEST_SEED ?? '0')

/** `npm run test:all` */
export const everything = process.env.TRAZO_TEST_ALL === '1'

/**
 * Samples `count` rows, starting at a row that depends
 * on the seed; `npm run test:all` gets all rows.
 */
export const sampleOf = <Row>(rows: readonly Row[], count: number, offset = 0): readonly Row[] => {
  if (everything) return rows
  const first = (seed + offset) % rows.length
  return [...rows, ...rows].slice(first, first + Math.min(count, rows.length))
}

/**
 * Samples one column per row. As many
 * seeds as columns cover every cell.
 */
export const isSampled = (row: number, column: number, columns: number): boolean =>
  everything || (row + seed) % columns === column

/** Samples one form per row, so that `columns` × `forms` seeds cover every cell in every form. */
export const isSampledForm = (row: number, form: number, forms: number, columns: number): boolean =>
  everything || (row + Math.floor(seed / columns)) % forms === form

const states = new WeakMap<TestInfo, number>()

/** Every second call in a test; four seeds cover both windows of `sampleOf`. */
export const isSampledState = (): boolean => {
  const info = test.info()
  const state = states.get(info) ?? 0
  states.set(info, state + 1)
  return everything || (state + info.line + Math.floor(seed / 2)) % 2 === 0
}

/** One remote alone, or the pictures: every second run has one of the four. */
export const SLOW_ROWS = 8
