import type { SourceText } from './sources.ts'

/** In lines of code. */
export const MOST_LINES = 300

/** Tables of cases are long, and reading one needs no other. */
const TESTS = /\.(test|spec)\.tsx?$|(^|\/)(testing|test-support)\/|^(api|scripts\/release)\/test\//

/** From the start of a line to its end: a comment after code does not make the line a comment. */
const COMMENT_LINES = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)$/gm

/** Blank lines and comments do not count: a limit on them removes the reasons, not the length. */
export const countCodeLines = (text: string): number =>
  text
    .replace(COMMENT_LINES, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length

/** @returns `file (lines)` of each file outside tests that has over `MOST_LINES` */
export const findLongFiles = (sources: readonly SourceText[]): string[] =>
  sources
    .filter(({ file }) => !TESTS.test(file))
    .map(({ file, text }) => ({ file, count: countCodeLines(text) }))
    .filter(({ count }) => count > MOST_LINES)
    .map(({ file, count }) => `${file} (${count})`)
