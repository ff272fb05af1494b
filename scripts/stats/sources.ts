import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace.ts'

export interface SourceText {
  /** Relative to the workspace. */
  readonly file: string
  readonly text: string
}

export const readSources = (...endings: readonly string[]): SourceText[] =>
  execFileSync('git', ['ls-files', '-z', '--', ...endings.map((ending) => `*.${ending}`)], {
    cwd: inWorkspace(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('pnpm-lock.yaml'))
    .map((file) => ({ file, text: readFileSync(inWorkspace(file), 'utf8') }))

export const isTest = (file: string): boolean =>
  /\.(test|spec)\.tsx?$|(^|\/)(test|testing|test-support)\//.test(file) || file.startsWith('e2e/')
