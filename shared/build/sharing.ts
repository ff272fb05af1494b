import { dirname } from 'node:path'
import type { BuildMode, FrontEnd } from './front-end.ts'
import { isShell } from './front-end.ts'
import { compatibleWith, installedVersion, readPackage } from './package-info.ts'

/** How one library is shared; the names are those of the federation plugin. */
export interface SharedModule {
  readonly singleton: true
  readonly strictVersion: true
  readonly requiredVersion: string
  readonly version: string
  readonly import?: false
  /** Of a key with a slash: what of it each front end carries by itself, told after the slash. */
  readonly exclude?: { readonly request: RegExp }
}

const SHARED_PACKAGE = dirname(import.meta.dirname)

/** Range of `shared` that a release needs; the registry tells it to the shell. */
export const sharedRange = (): string => compatibleWith(readPackage(SHARED_PACKAGE).version)

/** Told after the slash of `shared/`: pure functions without state, which one screen needs and its worker, where no share scope is. */
const CARRIED = /^contract\/verify(\/|$)/

/** Whether each front end carries this subpath of `shared` by itself, so that no shell has to bring it. */
export const isCarried = (module: string): boolean =>
  module.startsWith('shared/') && CARRIED.test(module.slice('shared/'.length))

/**
 * What the front ends share, and nothing else (docs/decisions/0002-what-is-shared.md). A key with a slash stands for
 * every subpath. `requiredVersion` is said explicitly: `workspace:*` would become an empty range, which checks nothing.
 */
export const sharedModules = (frontEnd: FrontEnd, mode: BuildMode): Record<string, SharedModule> => {
  const single = (version: string) =>
    ({ singleton: true, strictVersion: true, requiredVersion: compatibleWith(version), version }) as const
  const react = single(installedVersion(frontEnd.root, 'react'))
  const reactDom = single(installedVersion(frontEnd.root, 'react-dom'))
  const ours = single(readPackage(SHARED_PACKAGE).version)
  // A deployed remote never brings its own copies: React twice is broken, and a subpath of `shared` that the shell lacks fails loudly instead of forking atoms.
  const fromShellOnly = mode === 'release' && !isShell(frontEnd)
  const from = (module: SharedModule): SharedModule => (fromShellOnly ? { ...module, import: false } : module)
  return {
    react: from(react),
    'react/': from(react),
    'react-dom': from(reactDom),
    'react-dom/': from(reactDom),
    'shared/': { ...from(ours), exclude: { request: CARRIED } },
  }
}
