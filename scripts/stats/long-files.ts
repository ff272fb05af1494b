import { withoutComments } from './prose.ts'
import type { SourceText } from './sources.ts'

/** In lines of code. */
export const MOST_LINES = 300

/** Tables of cases are long, and reading one needs no other. */
const TESTS = /\.(test|spec)\.tsx?$|(^|\/)(testing|test-support)\/|^(api|scripts\/release)\/test\//

/** Blank lines and comments do not count: a limit on them removes the reasons, not the length. */
export const countCodeLines = (source: SourceText): number =>
  withoutComments(source)
    .split('\n')
    .filter((line) => line.trim() !== '').length

/** @returns `file (lines)` of each file outside tests that has over `MOST_LINES` */
export const findLongFiles = (sources: readonly SourceText[]): string[] =>
  sources
    .filter(({ file }) => !TESTS.test(file))
    .map((source) => ({ file: source.file, count: countCodeLines(source) }))
    .filter(({ count }) => count > MOST_LINES)
    .map(({ file, count }) => `${file} (${count})`)
