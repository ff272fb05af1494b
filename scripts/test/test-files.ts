import { globSync } from 'node:fs'
import { inWorkspace, testedPackages } from '../workspace.ts'

export type Runner = 'unit' | 'api' | 'stores' | 'scripts' | 'journeys'

export interface TestFile {
  /** Relative to the workspace. */
  readonly file: string
  readonly runner: Runner
}

/** One Jest: `pdf` in Node, the others in jsdom. */
export const unitPackages = testedPackages.filter((name) => name !== 'api')

const runnerOf = (file: string): Runner => {
  if (file.startsWith('e2e/journeys/')) return 'journeys'
  if (file.startsWith('scripts/') || file.startsWith('e2e/')) return 'scripts'
  if (!file.startsWith('api/')) return 'unit'
  return file.endsWith('.postgres.test.ts') ? 'stores' : 'api'
}

const patterns = [
  ...testedPackages.map((name) => `${name}/**/*.test.{ts,tsx}`),
  'scripts/**/*.test.ts',
  'e2e/bench/**/*.test.ts',
  'e2e/journeys/*.spec.ts',
]

export const testFiles = (): TestFile[] =>
  globSync(patterns, {
    cwd: inWorkspace(),
    exclude: (path) => /(^|\/)(node_modules|dist|\.build)(\/|$)/.test(path),
  })
    .sort()
    .map((file) => ({ file, runner: runnerOf(file) }))

export const filesOf = (files: readonly TestFile[], runner: Runner): string[] =>
  files.filter((each) => each.runner === runner).map(({ file }) => file)
