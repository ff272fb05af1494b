import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteContract, ShellContract } from '../../shared/build/checks/contract.ts'
import { shellContract } from '../../shared/build/release/contract-record.ts'
import { readApp } from '../../shared/build/release/read-app.ts'
import { filesBelow } from '../../shared/build/release/release-id.ts'
import { isCarried, sharedModules, sharedRange } from '../../shared/build/webpack/sharing.ts'
import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import { importsOf, isOfTypes, type ReadImport } from '../read-imports.ts'
import { inWorkspace, workspaceRoot } from '../workspace.ts'

/** Replaces the release id. */
const TODAY = 'de hoy'

const importsIn = (file: string): ReadImport[] => importsOf(file, readFileSync(file, 'utf8'))

/**
 * Remotes are built against these; other
 * subpaths are build, test and server tools.
 */
export const offeredSubpaths = (root = workspaceRoot, file = 'shell/src/shared-scope.ts'): string[] =>
  importsIn(join(root, file)).flatMap(({ specifier }) => (specifier.startsWith('shared/') ? specifier : []))

/** @param libraries React modules that shells provide */
export const shellOfSources = (libraries: readonly string[]): ShellContract => {
  const policy = sharedModules({ name: 'shell' }, 'release')
  const versionOf = (module: string) => {
    const rule = policy[module] ?? policy[`${module.split('/')[0]}/`]
    return rule ? [[module, rule.version] as const] : []
  }
  return shellContract(TODAY, Object.fromEntries([...offeredSubpaths(), ...libraries].flatMap(versionOf)))
}

const ALONE = /\/(standalone|testing)\b/

export const remoteOfSources = (name: RemoteName): RemoteContract => {
  const folder = inWorkspace(name.replaceAll('_', '-'), 'src')
  const sources = filesBelow(folder).filter((file) => /\.tsx?$/.test(file) && !ALONE.test(file))
  const imported = sources.flatMap(importsIn).filter((each) => !isOfTypes(each))
  const needed = imported.flatMap(({ specifier }) =>
    specifier.startsWith('shared/') && !isCarried(specifier) ? specifier : [],
  )
  const needs = Object.fromEntries(needed.map((module) => [module, sharedRange()]))
  return { name, release: TODAY, ...readApp(readFileSync(join(folder, 'app.tsx'), 'utf8')), needs }
}
