import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace.ts'

export interface Source {
  /** Relative to the workspace. */
  readonly file: string
  readonly text: string
}

/** @returns the files of the repository with one of these endings */
export const readSources = (...endings: readonly string[]): Source[] =>
  execFileSync('git', ['ls-files', '-z', '--', ...endings.map((ending) => `*.${ending}`)], {
    cwd: inWorkspace(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('pnpm-lock.yaml'))
    .map((file) => ({ file, text: readFileSync(inWorkspace(file), 'utf8') }))

/** Whether a file belongs to tests: not part of what is shipped. */
export const isTest = (file: string): boolean =>
  /\.(test|spec)\.tsx?$|(^|\/)(test|testing|test-support)\//.test(file) || file.startsWith('e2e/')
