import { execFileSync } from 'node:child_process'

const git = (root: string, ...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Compares with the merge base; includes uncommitted files. */
export const changedSince = (root: string, base: string): string[] => {
  const [fork = base] = git(root, 'merge-base', base, 'HEAD')
  return [
    ...git(root, 'diff', '--name-only', '--relative', '--no-renames', '-z', fork, '--'),
    ...git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
  ]
}

/**
 * Returns the last commit, or its
 * parent if the work tree is clean.
 */
export const usualBase = (root: string): string => (changedSince(root, 'HEAD').length > 0 ? 'HEAD' : 'HEAD~1')
