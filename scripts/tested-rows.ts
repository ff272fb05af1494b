/** A row of a table whose last column names tests. */
export interface TestedRow {
  readonly cells: readonly string[]
  /** Paths in the workspace. */
  readonly tests: readonly string[]
}

const readRow = (line: string): TestedRow => {
  const cells = line.split('|').slice(1, -1)
  const paths = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)]
  return { cells: cells.map((cell) => cell.trim()), tests: paths.map(([, path = '']) => path) }
}

/** Reads the tables under the heading `## heading`. */
export const readTestedRows = (page: string, heading: string): TestedRow[] => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n')
  const isRow = (line: string): boolean => line.startsWith('| ')
  return lines.flatMap((line, index) => {
    const isHeader = isRow(line) && (lines[index + 1] ?? '').startsWith('| -')
    return isRow(line) && !line.startsWith('| -') && !isHeader ? [readRow(line)] : []
  })
}

/**
 * Finds the problems of a row: no test, a path that is no test, a file that is gone or tests nothing.
 *
 * @param read the text of a file of the workspace, undefined if there is none
 */
export const problemsOfRow = ({ tests }: TestedRow, read: (path: string) => string | undefined): string[] => {
  if (tests.length === 0) return ['no test is named']
  return tests.flatMap((path) => {
    if (!/\.(?:test|spec)\.tsx?$/.test(path)) return [`${path} is no test`]
    const text = read(path)
    if (text === undefined) return [`${path} does not exist`]
    return /\btest(?:\.each)?\b/.test(text) ? [] : [`${path} tests nothing`]
  })
}
