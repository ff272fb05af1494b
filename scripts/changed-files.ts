import { execFileSync } from 'node:child_process'

const git = (root: string, ...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Paths that differ from where this branch left `base`, committed or not, relative to `root`. */
export const changedSince = (root: string, base: string): string[] => {
  const [fork = base] = git(root, 'merge-base', base, 'HEAD')
  return [
    ...git(root, 'diff', '--name-only', '--relative', '--no-renames', '-z', fork, '--'),
    ...git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
  ]
}

/** What a change is compared with when nobody says: the last commit, or the one before in a clean work tree. */
export const usualBase = (root: string): string => (changedSince(root, 'HEAD').length > 0 ? 'HEAD' : 'HEAD~1')
