import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inWorkspace } from './workspace.ts'

/**
 * Lints files with the workspace's rules.
 *
 * @param files path → source
 * @param rules for example `style/noRestrictedImports`; `plugin`: ours
 * @returns the paths with an error
 */
export const lintProbes = (files: ReadonlyMap<string, string>, rules: readonly string[]): ReadonlySet<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-lint-'))
  try {
    mkdirSync(join(folder, 'scripts'))
    for (const file of ['biome.json', 'scripts/told-failures.grit']) copyFileSync(inWorkspace(file), join(folder, file))
    for (const [file, source] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), source)
    }
    const lint = ['lint', '--colors=off', '--vcs-enabled=false', '--max-diagnostics=none', '--diagnostic-level=error']
    // `--only` would ignore the exceptions for some folders.
    const { stdout, stderr } = spawnSync(inWorkspace('node_modules/.bin/biome'), lint, {
      cwd: folder,
      encoding: 'utf8',
    })
    // Findings about a whole file have no line.
    const found = [...`${stdout}${stderr}`.matchAll(/^(\S+?)(?::\d+:\d+)? (?:lint\/)?(plugin|\w+\/\w+)/gm)]
    return new Set(found.flatMap(([, file = '', rule = '']) => (rules.includes(rule) ? [file] : [])))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
