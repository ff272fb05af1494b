import type { BuildMode, FrontEnd } from '../front-end.ts'
import { isShell } from '../front-end.ts'
import { compatibleWith, installedVersion, readPackage, SHARED_PACKAGE } from '../package-info.ts'

export interface SharedModule {
  readonly singleton: true
  readonly strictVersion: true
  readonly requiredVersion: string
  readonly version: string
  readonly import?: false
  /** Subpaths that each front end bundles itself. */
  readonly exclude?: { readonly request: RegExp }
}

export const sharedRange = (): string => compatibleWith(readPackage(SHARED_PACKAGE).version)

/**
 * Subpaths after `shared/`: pure functions for one screen
 * and its worker, which has no share scope; the loader of hosts.
 */
const CARRIED = /^(?:contract\/(?:verify|added-mounts|consent|transparency-log)|host)(?:\/|$)/

/** Subpaths that are left out of sharing are not shared at all. */
export const HARMLESS_WARNING = /"singleton: true" is used together with "exclude/

export const isCarried = (module: string): boolean =>
  module.startsWith('shared/') && CARRIED.test(module.slice('shared/'.length))

/**
 * See docs/decisions/0002-what-is-shared.md. A key with a slash covers
 * every subpath. `requiredVersion` is explicit: `workspace:*` checks
 * nothing.
 */
export const sharedModules = (frontEnd: Pick<FrontEnd, 'name'>, mode: BuildMode): Record<string, SharedModule> => {
  const single = (version: string) =>
    ({ singleton: true, strictVersion: true, requiredVersion: compatibleWith(version), version }) as const
  const react = single(installedVersion(SHARED_PACKAGE, 'react'))
  const reactDom = single(installedVersion(SHARED_PACKAGE, 'react-dom'))
  const ours = single(readPackage(SHARED_PACKAGE).version)
  // Two Reacts break. A missing subpath of `shared` fails instead of
  // duplicating atoms.
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
