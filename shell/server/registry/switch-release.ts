import type { RemoteName } from 'shared/contract'
import { activateRelease, endCanary, rememberBuild, startCanary } from './activate-release.ts'
import { keepBuild, takeKept } from './kept-releases.ts'
import { ReleaseError } from './release-error.ts'
import type { StoredEntry, StoredRegistry } from './stored-registry.ts'
import { updateRegistry } from './update-registry.ts'

/** What somebody wants of one remote. */
export type Change =
  /** What the package in `root` last built, for every tab or for `canary` per cent of them. */
  | { readonly kind: 'build'; readonly root: string; readonly canary?: number | undefined }
  /** A kept release, or `previous`: the one that the registry would fall back to. */
  | { readonly kind: 'to'; readonly release: string }
  | { readonly kind: 'end-canary' }

/** One remote before and after a switch. */
export interface Switched {
  readonly before: StoredEntry | undefined
  readonly after: StoredEntry | undefined
}

const PREVIOUS = 'previous'

const releaseFor = (registry: StoredRegistry, name: RemoteName, wanted: string): string => {
  if (wanted !== PREVIOUS) return wanted
  const previous = registry.remotes[name]?.fallback
  if (!previous) throw new ReleaseError('unknown', `${name} no tiene versión anterior. Mira las que hay: pnpm releases`)
  return previous
}

const roll = async (
  dataDir: string,
  registry: StoredRegistry,
  name: RemoteName,
  wanted: string,
): Promise<StoredRegistry> => {
  const id = releaseFor(registry, name, wanted)
  return activateRelease(registry, await takeKept(dataDir, registry, { name, id }))
}

const addBuild = async (
  dataDir: string,
  registry: StoredRegistry,
  build: { readonly name: RemoteName; readonly id: string },
  canary: number | undefined,
): Promise<StoredRegistry> => {
  const { name, id } = build
  const activation = await takeKept(dataDir, registry, build)
  if (canary === undefined) return rememberBuild(activateRelease(registry, activation), name, id)
  const tried = startCanary(registry, activation, canary)
  if (tried) return rememberBuild(tried, name, id)
  const why = registry.remotes[name] ? `${id} ya está en vivo` : 'todavía no hay ninguna versión en vivo'
  throw new ReleaseError('refused', `${name} no puede probarse en una parte de las pestañas: ${why}.`)
}

/**
 * Switches one remote, in one write of the registry. A killed process leaves what was live.
 *
 * @throws ReleaseError before anything is switched
 */
export const switchRelease = async (
  dataDir: string,
  name: RemoteName,
  change: Change,
  now: Date,
): Promise<Switched> => {
  const build = change.kind === 'build' ? await keepBuild(dataDir, change.root, now) : undefined
  if (build && build.name !== name)
    throw new ReleaseError('refused', `Lo construido es ${build.name}, no ${name}. No se publicó nada.`)
  let before: StoredEntry | undefined
  const after = await updateRegistry(dataDir, now, async (registry) => {
    before = registry.remotes[name]
    if (change.kind === 'to') return roll(dataDir, registry, name, change.release)
    if (change.kind === 'end-canary') return endCanary(registry, name)
    return build ? addBuild(dataDir, registry, build, change.canary) : registry
  })
  return { before, after: after.remotes[name] }
}
