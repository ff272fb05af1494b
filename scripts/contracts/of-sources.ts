import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RemoteContract, type ShellContract, shellContract } from '../../shared/build/contract-record.ts'
import { readApp } from '../../shared/build/read-app.ts'
import { filesBelow } from '../../shared/build/release-id.ts'
import { isCarried, sharedModules, sharedRange } from '../../shared/build/sharing.ts'
import type { RemoteName } from '../../shared/src/contract/remote.ts'
import { inWorkspace, workspace } from '../workspace.ts'

/** Stands where a release would be named. */
const TODAY = 'de hoy'

/**
 * The subpaths of `shared` that the shell brings for every remote: what a released remote was built against. The others
 * (tools of the build, of tests, of servers) are in nobody's release.
 */
export const offeredSubpaths = (root = workspace): string[] =>
  [
    ...readFileSync(join(root, 'shell/src/shared-scope.ts'), 'utf8').matchAll(/^import '(.+)'|import\('(.+)'\)/gm),
  ].flatMap(([, atStart, later]) => atStart ?? later ?? [])

/** What a shell of the present sources would bring. `libraries`: modules of React that shells have brought so far. */
export const shellOfSources = (libraries: readonly string[]): ShellContract => {
  const policy = sharedModules({ root: inWorkspace('shell'), name: 'shell', devPort: 0 }, 'release')
  const versionOf = (module: string) => {
    const rule = policy[module] ?? policy[`${module.split('/')[0]}/`]
    return rule ? [[module, rule.version] as const] : []
  }
  return shellContract(TODAY, Object.fromEntries([...offeredSubpaths(), ...libraries].flatMap(versionOf)))
}

const IMPORTED = /^(?:import|export) (?!type )[^']*?from '(shared\/[\w/]+)'/gm
/** What only a remote on its own runs. */
const ALONE = /\/(standalone|testing)\b/

/** What a remote of the present sources would offer and need. */
export const remoteOfSources = (name: RemoteName): RemoteContract => {
  const folder = inWorkspace(name.replace('_', '-'), 'src')
  const sources = filesBelow(folder).filter((file) => /\.tsx?$/.test(file) && !ALONE.test(file))
  const imported = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, from]) => from))
  const needed = imported.flatMap((module) => (module === undefined || isCarried(module) ? [] : [module]))
  const needs = Object.fromEntries(needed.map((module) => [module, sharedRange()]))
  return { name, release: TODAY, ...readApp(readFileSync(join(folder, 'app.tsx'), 'utf8')), needs }
}
